import type { Cents } from "./money";
import { splitExpense } from "./split";
import type { Expense, Flatmate, Settlement } from "./types";

/** Above zero: the others owe them. Below zero: they owe the others. */
export interface Balance {
  flatmateId: string;
  amount: Cents;
}

/**
 * One balance per flatmate, in the order of `flatmates`.
 * People who moved out stay in the list until they are at zero.
 */
export function computeBalances(
  flatmates: Flatmate[],
  expenses: Expense[],
  settlements: Settlement[],
): Balance[] {
  const totals = new Map<string, Cents>(flatmates.map((f) => [f.id, 0]));
  const add = (id: string, amount: Cents) => {
    totals.set(id, (totals.get(id) ?? 0) + amount);
  };

  for (const expense of expenses) {
    add(expense.paidBy, expense.amount);
    for (const share of splitExpense(expense)) {
      add(share.flatmateId, -share.amount);
    }
  }
  for (const settlement of settlements) {
    add(settlement.from, settlement.amount);
    add(settlement.to, -settlement.amount);
  }

  return flatmates
    .map((f) => ({ flatmateId: f.id, amount: totals.get(f.id) ?? 0, gone: f.movedOutOn !== null }))
    .filter((b) => !b.gone || b.amount !== 0)
    .map(({ flatmateId, amount }) => ({ flatmateId, amount }));
}
