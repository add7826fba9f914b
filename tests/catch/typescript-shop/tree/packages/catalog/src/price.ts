/** Money is whole cents of one currency. See docs/money.md. */
export type Currency = "EUR" | "CHF";

export interface Money {
  readonly cents: number;
  readonly currency: Currency;
}

export function euros(cents: number): Money {
  return { cents, currency: "EUR" };
}

export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) {
    throw new RangeError(`cannot add ${b.currency} to ${a.currency}`);
  }
  return { cents: a.cents + b.cents, currency: a.currency };
}

export function scaleMoney(amount: Money, factor: number): Money {
  return { cents: Math.floor(amount.cents * factor + 0.5), currency: amount.currency };
}

/** "12,50 €" for de, "€12.50" for en. */
export function formatMoney(amount: Money, locale: "de" | "en"): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: amount.currency }).format(
    amount.cents / 100,
  );
}

/** Accepts "12", "12.5", "12,50"; anything else is a RangeError. */
export function parseMoney(text: string, currency: Currency): Money {
  const match = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) {
    throw new RangeError(`not an amount: ${text}`);
  }
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
  return { cents, currency };
}
