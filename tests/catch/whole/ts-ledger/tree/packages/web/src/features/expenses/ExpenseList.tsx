import type { Expense, Household } from "@ledger/core";
import { copy } from "../../copy";
import { ExpenseRow } from "./ExpenseRow";

export interface ExpenseListProps {
  household: Household;
  expenses: Expense[];
  onDelete(expenseId: string): Promise<void>;
}

/** The expenses by month, newest month first. The API sorts them. */
export function ExpenseList({ household, expenses, onDelete }: ExpenseListProps) {
  return (
    <section aria-labelledby="expense-list-heading">
      <h2 id="expense-list-heading">{copy.expenseList.heading}</h2>
      {expenses.length === 0 ? <p>{copy.expenseList.empty}</p> : null}
      {byMonth(expenses).map(([month, items]) => (
        <div key={month}>
          <h3>{month}</h3>
          <ul>
            {items.map((expense) => (
              <ExpenseRow key={expense.id} household={household} expense={expense} onDelete={onDelete} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function byMonth(expenses: Expense[]): [string, Expense[]][] {
  const months = new Map<string, Expense[]>();
  for (const expense of expenses) {
    const month = expense.spentOn.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), expense]);
  }
  return [...months.entries()].sort(([a], [b]) => b.localeCompare(a));
}
