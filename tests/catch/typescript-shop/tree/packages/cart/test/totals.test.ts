import { expect, test } from "vitest";
import { asProductId, euros, type Product } from "@lantern/catalog";
import { addLine, computeTotals, createCart, PercentDiscount } from "../src/index.js";

const LAMP: Product = {
  id: asProductId("lamp"), title: "Lamp", description: "", price: euros(999), vatClass: "standard", tags: [],
};

test("the total is the sum of the lines", () => {
  expect(computeTotals(addLine(createCart("c"), LAMP, 2), []).total.cents).toBe(1998);
});

test("the best discount counts", () => {
  const cart = addLine(createCart("c"), LAMP, 1);
  const totals = computeTotals(cart, [new PercentDiscount("5", 5), new PercentDiscount("10", 10)]);
  expect(totals.discount.cents).toBe(100);
});
