import type { Money } from "./price.js";

export type ProductId = string & { readonly __brand: "ProductId" };

export type VatClass = "standard" | "reduced";

export interface Product {
  readonly id: ProductId;
  readonly title: string;
  readonly description: string;
  readonly price: Money;
  readonly vatClass: VatClass;
  readonly tags: readonly string[];
}

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function asProductId(text: string): ProductId {
  if (!ID.test(text)) {
    throw new RangeError(`not a product id: ${text}`);
  }
  return text as ProductId;
}

export function slugify(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
