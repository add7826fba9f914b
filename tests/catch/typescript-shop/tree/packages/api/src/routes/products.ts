import { asProductId, searchProducts, type ProductRepository } from "@lantern/catalog";
import { failure, json } from "../http.js";
import type { Router } from "../router.js";
import { ValidationError } from "../validate.js";

export function readProductId(text: string) {
  try {
    return asProductId(text);
  } catch {
    throw new ValidationError("id", "not a product id");
  }
}

export function mountProducts(router: Router, products: ProductRepository): void {
  router.on("GET", "/products", async (request) => {
    const all = await products.list();
    const query = request.query["q"];
    return json(200, query ? searchProducts(all, query).map((hit) => hit.product) : all);
  });

  router.on("GET", "/products/:id", async (request) => {
    const product = await products.find(readProductId(request.params["id"] ?? ""));
    return product ? json(200, product) : failure(404, "not_found", "no such product");
  });
}
