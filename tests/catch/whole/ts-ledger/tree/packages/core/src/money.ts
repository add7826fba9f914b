/** Money is whole cents everywhere. Only formatAmount and parseAmount know about decimals. */
export type Cents = number;

export type Currency = "EUR" | "GBP" | "SEK";

const AMOUNT = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;

const AFFIX: Record<Currency, { before: string; after: string }> = {
  EUR: { before: "€", after: "" },
  GBP: { before: "£", after: "" },
  SEK: { before: "", after: " kr" },
};

/** "12,5" and "12.50" are 1250. Anything that is not an amount is null. */
export function parseAmount(text: string): Cents | null {
  const match = AMOUNT.exec(text.trim());
  if (!match) return null;
  const whole = match[1];
  const fraction = match[2] ?? "";
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

export function formatAmount(cents: Cents, currency: Currency): string {
  const { before, after } = AFFIX[currency];
  const sign = cents < 0 ? "-" : "";
  return `${sign}${before}${(Math.abs(cents) / 100).toFixed(2)}${after}`;
}

/** The bare sign for inputs: "€", "£", "kr". */
export function currencySymbol(currency: Currency): string {
  const { before, after } = AFFIX[currency];
  return before || after.trim();
}

/**
 * Divides a total into parts that differ by one cent at most.
 * The first parts get the odd cents, and the parts always add up to the total.
 */
export function divideEvenly(total: Cents, parts: number): Cents[] {
  assertCents(total);
  if (!Number.isInteger(parts) || parts < 1) {
    throw new RangeError(`cannot divide into ${parts} parts`);
  }
  const base = Math.floor(total / parts);
  const odd = total - base * parts;
  return Array.from({ length: parts }, (_, i) => (i < odd ? base + 1 : base));
}

export function sum(values: Cents[]): Cents {
  return values.reduce((a, b) => a + b, 0);
}

export function assertCents(value: number): asserts value is Cents {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`not a whole number of cents: ${value}`);
  }
}
