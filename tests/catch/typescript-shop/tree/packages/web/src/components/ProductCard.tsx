import { formatMoney, type Product } from "@lantern/catalog";
import { truncate } from "../text.js";

export interface ProductCardProps {
  readonly product: Product;
  readonly onAdd: (product: Product) => void;
}

export function ProductCard({ product, onAdd }: ProductCardProps) {
  return (
    <article className="product-card">
      <h3>{product.title}</h3>
      <p>{truncate(product.description, 120)}</p>
      <strong>{formatMoney(product.price, "de")}</strong>
      <button type="button" onClick={() => onAdd(product)}>
        In den Warenkorb
      </button>
    </article>
  );
}
