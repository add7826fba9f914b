import { formatAmount, type Expense, type Household } from "@ledger/core";
import { Avatar, Button } from "@ledger/ui";
import { useState } from "react";
import { copy } from "../../copy";

export interface ExpenseRowProps {
  household: Household;
  expense: Expense;
  onDelete(expenseId: string): Promise<void>;
}

export function ExpenseRow({ household, expense, onDelete }: ExpenseRowProps) {
  const [busy, setBusy] = useState(false);
  const payer = household.flatmates.find((f) => f.id === expense.paidBy);
  const each = Math.round(expense.amount / expense.participants.length);

  const handleDelete = async () => {
    setBusy(true);
    await onDelete(expense.id);
    setBusy(false);
  };

  return (
    <li>
      {payer ? <Avatar name={payer.name} colour={payer.colour} size="small" /> : null}
      <strong>{expense.title}</strong>
      <span>{formatAmount(expense.amount, household.currency)}</span>
      <span>{copy.expenseRow.paidBy(payer?.name ?? expense.paidBy)}</span>
      <span>{copy.expenseRow.each(formatAmount(each, household.currency))}</span>
      <Button
        kind="danger"
        busy={busy}
        aria-label={copy.expenseRow.remove(expense.title)}
        onClick={() => void handleDelete()}
      >
        ×
      </Button>
    </li>
  );
}
