import type { Household } from "@ledger/core";
import { useEffect, useState } from "react";
import type { LedgerClient } from "./api/client";
import { copy } from "./copy";
import { BalancePanel } from "./features/balances/BalancePanel";
import { ExpenseForm } from "./features/expenses/ExpenseForm";
import { ExpenseList } from "./features/expenses/ExpenseList";
import { useExpenses } from "./features/expenses/useExpenses";
import type { Session } from "./session";

export interface AppProps {
  session: Session | null;
  client: LedgerClient | null;
}

export function App({ session, client }: AppProps) {
  if (!session || !client) return <p>{copy.app.signedOut}</p>;
  return <HouseholdPage session={session} client={client} />;
}

function HouseholdPage({ session, client }: { session: Session; client: LedgerClient }) {
  const [household, setHousehold] = useState<Household | null>(null);
  const { expenses, error, add, remove } = useExpenses(client, session.householdId);

  useEffect(() => {
    let stale = false;
    void client.getHousehold(session.householdId).then((value) => {
      if (!stale) setHousehold(value);
    });
    return () => {
      stale = true;
    };
  }, [client, session.householdId]);

  if (!household || !expenses) return <p>{error ?? copy.app.loading}</p>;

  return (
    <main>
      <h1>{household.name}</h1>
      {error ? <p role="alert">{error}</p> : null}
      <BalancePanel client={client} household={household} version={expenses} />
      <ExpenseForm
        household={household}
        me={session.flatmateId}
        today={new Date().toISOString().slice(0, 10)}
        onSubmit={add}
      />
      <ExpenseList household={household} expenses={expenses} onDelete={remove} />
    </main>
  );
}
