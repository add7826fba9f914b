import { addLine, computeTotals, createCart, type CartStorage, type Discount } from "@lantern/cart";
import { OutOfStockError, type ProductRepository, type StockLedger } from "@lantern/catalog";
import { failure, json } from "../http.js";
import type { Router } from "../router.js";
import { parseBody, requireInteger, requireString } from "../validate.js";
import { readProductId } from "./products.js";

export interface CartRouteDeps {
  readonly carts: CartStorage;
  readonly products: ProductRepository;
  readonly stock: StockLedger;
  readonly discounts: readonly Discount[];
}

export function mountCarts(router: Router, deps: CartRouteDeps): void {
  router.on("GET", "/carts/:id", async (request) => {
    const cart = await deps.carts.load(request.params["id"] ?? "");
    return cart
      ? json(200, { cart, totals: computeTotals(cart, deps.discounts) })
      : failure(404, "not_found", "no such cart");
  });

  router.on("POST", "/carts/:id/lines", async (request) => {
    const body = parseBody(request.body);
    const productId = readProductId(requireString(body, "productId"));
    const quantity = requireInteger(body, "quantity", 1, 99);
    const product = await deps.products.find(productId);
    if (!product) {
      return failure(404, "not_found", "no such product");
    }
    const available = deps.stock.available(productId);
    if (quantity > available) {
      throw new OutOfStockError(productId, quantity, available);
    }
    const id = request.params["id"] ?? "";
    const cart = addLine((await deps.carts.load(id)) ?? createCart(id), product, quantity);
    await deps.carts.save(cart);
    return json(200, { cart, totals: computeTotals(cart, deps.discounts) });
  });
}
