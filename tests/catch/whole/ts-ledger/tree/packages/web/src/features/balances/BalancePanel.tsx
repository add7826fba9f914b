import { formatAmount, type Household, type Transfer } from "@ledger/core";
import { useEffect, useState } from "react";
import type { LedgerClient } from "../../api/client";
import { copy } from "../../copy";

export interface BalancePanelProps {
  client: LedgerClient;
  household: Household;
  /** Anything that changes when the balances may have: we pass the list of expenses. */
  version: unknown;
}

/** Who pays whom. The API does the sums. */
export function BalancePanel({ client, household, version }: BalancePanelProps) {
  const [transfers, setTransfers] = useState<Transfer[] | null>(null);

  useEffect(() => {
    let stale = false;
    void client.getBalances(household.id).then((answer) => {
      if (!stale) setTransfers(answer.transfers);
    });
    return () => {
      stale = true;
    };
  }, [client, household.id, version]);

  const nameOf = (id: string) => household.flatmates.find((f) => f.id === id)?.name ?? id;

  return (
    <section aria-labelledby="balances-heading">
      <h2 id="balances-heading">{copy.balances.heading}</h2>
      {transfers === null ? <p>{copy.app.loading}</p> : null}
      {transfers?.length === 0 ? <p>{copy.balances.settled}</p> : null}
      <ul>
        {transfers?.map((t) => (
          <li key={`${t.from}-${t.to}`}>
            {copy.balances.transfer(nameOf(t.from), nameOf(t.to), formatAmount(t.amount, household.currency))}
          </li>
        ))}
      </ul>
    </section>
  );
}
