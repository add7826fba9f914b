import type { Balance } from "./balance";
import type { Cents } from "./money";

export interface Transfer {
  from: string;
  to: string;
  amount: Cents;
}

/**
 * The transfers that bring everybody to zero: the biggest debtor pays the biggest creditor,
 * again and again. At most one transfer fewer than there are people.
 */
export function suggestTransfers(balances: Balance[]): Transfer[] {
  const open = balances.filter((b) => b.amount !== 0).map((b) => ({ ...b }));
  const transfers: Transfer[] = [];

  while (open.length > 1) {
    open.sort((a, b) => a.amount - b.amount || a.flatmateId.localeCompare(b.flatmateId));
    const debtor = open[0];
    const creditor = open[open.length - 1];
    const amount = Math.min(-debtor.amount, creditor.amount);
    if (amount <= 0) break;
    transfers.push({ from: debtor.flatmateId, to: creditor.flatmateId, amount });
    debtor.amount += amount;
    creditor.amount -= amount;
    for (let i = open.length - 1; i >= 0; i--) {
      if (open[i].amount === 0) open.splice(i, 1);
    }
  }
  return transfers;
}
