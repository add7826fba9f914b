import { describe, expect, it } from "vitest";
import { computeBalances } from "../src/balance";
import { suggestTransfers } from "../src/settle";
import type { Expense, Flatmate } from "../src/types";

const flatmate = (id: string, movedOutOn: string | null = null): Flatmate => ({
  id,
  name: id,
  colour: "#888888",
  movedOutOn,
});

const expense = (over: Partial<Expense>): Expense => ({
  id: "e1",
  householdId: "h1",
  title: "Groceries",
  amount: 900,
  paidBy: "ana",
  participants: ["ana", "ben", "caro"],
  spentOn: "2024-05-31",
  createdAt: "2024-05-31T18:00:00.000Z",
  ...over,
});

const people = [flatmate("ana"), flatmate("ben"), flatmate("caro")];

describe("computeBalances", () => {
  it("credits the payer and charges the participants", () => {
    expect(computeBalances(people, [expense({})], [])).toEqual([
      { flatmateId: "ana", amount: 600 },
      { flatmateId: "ben", amount: -300 },
      { flatmateId: "caro", amount: -300 },
    ]);
  });

  it("counts settlements", () => {
    const paidBack = { id: "s1", from: "ben", to: "ana", amount: 300, settledOn: "2024-06-01" };
    const balances = computeBalances(people, [expense({})], [paidBack]);
    expect(balances.find((b) => b.flatmateId === "ben")?.amount).toBe(0);
  });

  it("drops people who moved out once they are at zero", () => {
    const withDev = [...people, flatmate("dev", "2024-01-31")];
    const ids = computeBalances(withDev, [expense({})], []).map((b) => b.flatmateId);
    expect(ids).toEqual(["ana", "ben", "caro"]);
  });
});

describe("suggestTransfers", () => {
  it("brings everybody to zero", () => {
    const transfers = suggestTransfers(computeBalances(people, [expense({})], []));
    expect(transfers).toEqual([
      { from: "ben", to: "ana", amount: 300 },
      { from: "caro", to: "ana", amount: 300 },
    ]);
  });
});
