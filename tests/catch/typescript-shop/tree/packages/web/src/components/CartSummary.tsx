import { formatMoney } from "@lantern/catalog";
import type { CartView } from "../apiClient.js";
import { pluralize } from "../text.js";

export function CartSummary({ view }: { readonly view: CartView }) {
  const pieces = view.cart.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <aside className="cart-summary">
      <p>{pluralize(pieces, "Artikel", "Artikel")}</p>
      {view.totals.discount.cents > 0 && <p>Rabatt: {formatMoney(view.totals.discount, "de")}</p>}
      <strong>{formatMoney(view.totals.total, "de")}</strong>
    </aside>
  );
}
