import { describe, expect, it } from "vitest";
import { shareOf, splitExpense } from "../src/split";

const groceries = { amount: 1000, participants: ["ana", "ben", "caro"] };

describe("splitExpense", () => {
  it("splits evenly, odd cents to the first", () => {
    expect(splitExpense(groceries)).toEqual([
      { flatmateId: "ana", amount: 334 },
      { flatmateId: "ben", amount: 333 },
      { flatmateId: "caro", amount: 333 },
    ]);
  });

  it("keeps the order of the participants", () => {
    const shares = splitExpense({ amount: 1, participants: ["caro", "ana"] });
    expect(shares.map((s) => s.flatmateId)).toEqual(["caro", "ana"]);
    expect(shares[0].amount).toBe(1);
  });
});

describe("shareOf", () => {
  it("is 0 for people who do not take part", () => {
    expect(shareOf(groceries, "dev")).toBe(0);
    expect(shareOf(groceries, "ben")).toBe(333);
  });
});
