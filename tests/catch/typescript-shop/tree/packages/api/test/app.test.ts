import { expect, test } from "vitest";
import { MemoryCartStorage } from "@lantern/cart";
import { InMemoryProductRepository, StockLedger } from "@lantern/catalog";
import { createApp } from "../src/index.js";

export function testApp() {
  return createApp({
    carts: new MemoryCartStorage(),
    products: new InMemoryProductRepository(),
    stock: new StockLedger(),
    discounts: [],
    logger: { info: () => {}, error: () => {} },
  });
}

test("an unknown path is 404", async () => {
  const response = await testApp()({ method: "GET", path: "/x", params: {}, query: {}, headers: {}, body: "" });
  expect(response.status).toBe(404);
});
