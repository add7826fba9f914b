import { expect, test } from "vitest";
import { createCart, deserializeCart, MemoryCartStorage, serializeCart } from "../src/index.js";

test("what was saved is loaded", async () => {
  const storage = new MemoryCartStorage();
  await storage.save(createCart("c"));
  expect(await storage.load("c")).toEqual(createCart("c"));
});

test("another version is refused", () => {
  expect(() => deserializeCart(serializeCart(createCart("c")).replace("1", "2"))).toThrow(SyntaxError);
});
