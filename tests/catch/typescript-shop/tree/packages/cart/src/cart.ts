import { euros, type Money, type Product, type ProductId } from "@lantern/catalog";

export interface CartLine {
  readonly productId: ProductId;
  readonly title: string;
  readonly unitPrice: Money;
  readonly vatClass: Product["vatClass"];
  readonly quantity: number;
}

export interface Cart {
  readonly id: string;
  readonly lines: readonly CartLine[];
}

export const MAX_QUANTITY = 99;

export function createCart(id: string): Cart {
  return { id, lines: [] };
}

/** Adds to an existing line of the product, else a new one. More than MAX_QUANTITY is a RangeError. */
export function addLine(cart: Cart, product: Product, quantity: number): Cart {
  const present = cart.lines.find((line) => line.productId === product.id);
  if (present) {
    return setQuantity(cart, product.id, present.quantity + quantity);
  }
  checkQuantity(quantity);
  const line: CartLine = {
    productId: product.id,
    title: product.title,
    unitPrice: product.price,
    vatClass: product.vatClass,
    quantity,
  };
  return { ...cart, lines: [...cart.lines, line] };
}

export function removeLine(cart: Cart, productId: ProductId): Cart {
  return { ...cart, lines: cart.lines.filter((line) => line.productId !== productId) };
}

export function setQuantity(cart: Cart, productId: ProductId, quantity: number): Cart {
  checkQuantity(quantity);
  const lines = cart.lines.map((line) =>
    line.productId === productId ? { ...line, quantity } : line,
  );
  return { ...cart, lines };
}

export function checkQuantity(quantity: number): void {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) {
    throw new RangeError(`quantity must be 1 to ${MAX_QUANTITY}, is ${quantity}`);
  }
}

export const NOTHING: Money = euros(0);
