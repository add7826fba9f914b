import type { Expense, NewExpense } from "@ledger/core";
import { useCallback, useEffect, useState } from "react";
import { ApiProblem, type LedgerClient } from "../../api/client";
import { copy } from "../../copy";

export interface UseExpenses {
  /** Null until they are loaded. */
  expenses: Expense[] | null;
  /** Copy text of the last failure of loading or deleting, else null. */
  error: string | null;
  /** Rejects with the ApiProblem: the form shows it at its fields. */
  add(input: NewExpense): Promise<void>;
  remove(expenseId: string): Promise<void>;
}

export function useExpenses(client: LedgerClient, householdId: string): UseExpenses {
  const [expenses, setExpenses] = useState<Expense[] | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let stale = false;
    client.listExpenses(householdId).then(
      (list) => {
        if (!stale) setExpenses(list);
      },
      (reason: unknown) => {
        if (!stale) setError(errorText(reason));
      },
    );
    return () => {
      stale = true;
    };
  }, [client, householdId]);

  const add = useCallback(
    async (input: NewExpense) => {
      const created = await client.createExpense(householdId, input);
      setExpenses((list) => [created, ...(list ?? [])]);
    },
    [client, householdId],
  );

  const remove = useCallback(
    async (expenseId: string) => {
      setError(null);
      try {
        await client.deleteExpense(householdId, expenseId);
        setExpenses((list) => list?.filter((e) => e.id !== expenseId) ?? null);
      } catch (reason) {
        setError(errorText(reason));
      }
    },
    [client, householdId],
  );

  return { expenses, error, add, remove };
}

/** The copy text for whatever was thrown. */
export function errorText(reason: unknown): string {
  return reason instanceof ApiProblem ? copy.errors[reason.code] : copy.errors.internal;
}
