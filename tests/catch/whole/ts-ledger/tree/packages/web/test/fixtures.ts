import type { Expense, Household } from "@ledger/core";

export const household: Household = {
  id: "h1",
  name: "Elbe 12",
  currency: "EUR",
  flatmates: [
    { id: "ana", name: "Ana", colour: "#7c5cff", movedOutOn: null },
    { id: "ben", name: "Ben", colour: "#18a36b", movedOutOn: null },
    { id: "caro", name: "Caro", colour: "#d9534f", movedOutOn: null },
    { id: "dev", name: "Dev", colour: "#444444", movedOutOn: "2024-01-31" },
  ],
};

export const expense = (over: Partial<Expense> = {}): Expense => ({
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
