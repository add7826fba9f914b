import { expect, test } from "vitest";
import { asProductId, OutOfStockError, StockLedger } from "../src/index.js";

const LAMP = asProductId("lamp");

test("a reservation lowers what is available", () => {
  const ledger = new StockLedger();
  ledger.setOnHand(LAMP, 3);
  ledger.reserve("r1", LAMP, 2);
  expect(ledger.available(LAMP)).toBe(1);
});

test("more than available is refused", () => {
  const ledger = new StockLedger();
  ledger.setOnHand(LAMP, 1);
  expect(() => ledger.reserve("r1", LAMP, 2)).toThrow(OutOfStockError);
});
