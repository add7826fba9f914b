import { expect, test } from "vitest";
import { asProductId, euros, searchProducts, tokenize, type Product } from "../src/index.js";

function lamp(id: string, title: string): Product {
  return { id: asProductId(id), title, description: "", price: euros(100), vatClass: "standard", tags: [] };
}

test("words are lower case", () => {
  expect(tokenize("Desk-Lamp a")).toEqual(["desk", "lamp"]);
});

test("title hits come first", () => {
  const hits = searchProducts([lamp("a", "Wall light"), lamp("b", "Desk lamp")], "lamp");
  expect(hits.map((hit) => hit.product.id)).toEqual(["b"]);
});
