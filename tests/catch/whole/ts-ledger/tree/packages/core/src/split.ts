import { divideEvenly, type Cents } from "./money";
import type { Expense } from "./types";

/** What one flatmate owes of one expense. */
export interface Share {
  flatmateId: string;
  amount: Cents;
}

/** Who owes what. The shares come in the order of the participants and add up to the amount. */
export function splitExpense(expense: Pick<Expense, "amount" | "participants">): Share[] {
  const parts = divideEvenly(expense.amount, expense.participants.length);
  return expense.participants.map((flatmateId, i) => ({ flatmateId, amount: parts[i] }));
}

/** Somebody's share of an expense, 0 when they do not take part. */
export function shareOf(
  expense: Pick<Expense, "amount" | "participants">,
  flatmateId: string,
): Cents {
  const share = splitExpense(expense).find((s) => s.flatmateId === flatmateId);
  return share?.amount ?? 0;
}
