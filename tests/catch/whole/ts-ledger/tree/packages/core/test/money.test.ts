import { describe, expect, it } from "vitest";
import { currencySymbol, divideEvenly, formatAmount, parseAmount, sum } from "../src/money";

describe("parseAmount", () => {
  it.each([
    ["12", 1200],
    ["12.5", 1250],
    ["12,50", 1250],
    [" 0.07 ", 7],
  ])("reads %s", (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  it.each(["", "-3", "1.234", "1,000.00", "abc"])("refuses %j", (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});

describe("formatAmount", () => {
  it("puts the sign first", () => {
    expect(formatAmount(-300, "EUR")).toBe("-€3.00");
    expect(formatAmount(1250, "GBP")).toBe("£12.50");
    expect(formatAmount(1250, "SEK")).toBe("12.50 kr");
  });

  it("knows the bare symbol", () => {
    expect(currencySymbol("EUR")).toBe("€");
    expect(currencySymbol("SEK")).toBe("kr");
  });
});

describe("divideEvenly", () => {
  it("gives the odd cents to the first parts", () => {
    expect(divideEvenly(1000, 3)).toEqual([334, 333, 333]);
  });

  it("always adds up", () => {
    for (let parts = 1; parts <= 7; parts++) {
      expect(sum(divideEvenly(10_001, parts))).toBe(10_001);
    }
  });

  it("refuses zero parts and fractions of a cent", () => {
    expect(() => divideEvenly(100, 0)).toThrow(RangeError);
    expect(() => divideEvenly(0.5, 2)).toThrow(RangeError);
  });
});
