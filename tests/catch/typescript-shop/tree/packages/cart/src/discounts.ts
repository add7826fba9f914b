import { addMoney, scaleMoney, type Money } from "@lantern/catalog";
import { NOTHING, type Cart } from "./cart.js";

/** Something that makes a cart cheaper. */
export interface Discount {
  readonly label: string;
  appliesTo(cart: Cart): boolean;
  amount(cart: Cart): Money;
}

export class PercentDiscount implements Discount {
  constructor(
    readonly label: string,
    readonly percent: number,
    readonly minimumLines = 1,
  ) {}

  appliesTo(cart: Cart): boolean {
    return cart.lines.length >= this.minimumLines;
  }

  amount(cart: Cart): Money {
    return cart.lines
      .map((line) => scaleMoney(line.unitPrice, (line.quantity * this.percent) / 100))
      .reduce(addMoney, NOTHING);
  }
}

/** The best single discount; discounts do not add up. */
export function applyDiscounts(cart: Cart, discounts: readonly Discount[]): Money {
  return discounts
    .filter((discount) => discount.appliesTo(cart))
    .map((discount) => discount.amount(cart))
    .reduce((best, next) => (next.cents > best.cents ? next : best), NOTHING);
}
