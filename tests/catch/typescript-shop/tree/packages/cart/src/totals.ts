import { addMoney, scaleMoney, type Money } from "@lantern/catalog";
import { NOTHING, type Cart, type CartLine } from "./cart.js";
import { applyDiscounts, type Discount } from "./discounts.js";

export interface CartTotals {
  readonly goods: Money;
  readonly discount: Money;
  readonly total: Money;
}

export function lineTotal(line: CartLine): Money {
  return scaleMoney(line.unitPrice, line.quantity);
}

export function sumLines(cart: Cart): Money {
  return cart.lines.map(lineTotal).reduce(addMoney, NOTHING);
}

/** `total` is never below zero. */
export function computeTotals(cart: Cart, discounts: readonly Discount[]): CartTotals {
  const goods = sumLines(cart);
  const discount = applyDiscounts(cart, discounts);
  const cents = Math.max(0, goods.cents - discount.cents);
  return { goods, discount, total: { cents, currency: goods.currency } };
}
