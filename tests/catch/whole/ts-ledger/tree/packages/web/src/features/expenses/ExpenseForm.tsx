import {
  currencySymbol,
  parseAmount,
  validateNewExpense,
  type Household,
  type NewExpense,
  type Problem,
} from "@ledger/core";
import { Button, Field, MoneyInput } from "@ledger/ui";
import { useState, type FormEvent } from "react";
import { ApiProblem } from "../../api/client";
import { copy } from "../../copy";
import { errorText } from "./useExpenses";

export interface ExpenseFormProps {
  household: Household;
  /** Id of the flatmate who is signed in: the payer unless they pick another. */
  me: string;
  /** ISO date. */
  today: string;
  onSubmit(input: NewExpense): Promise<void>;
}

export function ExpenseForm({ household, me, today, onSubmit }: ExpenseFormProps) {
  const people = household.flatmates.filter((f) => f.movedOutOn === null);
  const everybody = people.map((f) => f.id);

  const [title, setTitle] = useState("");
  const [amountText, setAmountText] = useState("");
  const [paidBy, setPaidBy] = useState(me);
  const [participants, setParticipants] = useState(everybody);
  const [spentOn, setSpentOn] = useState(today);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const errorOf = (field: keyof NewExpense) => {
    const problem = problems.find((p) => p.field === field);
    return problem ? copy.problems[problem.code] : undefined;
  };

  const toggle = (id: string) => {
    setParticipants((list) =>
      everybody.filter((p) => (p === id ? !list.includes(p) : list.includes(p))),
    );
  };

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const input: NewExpense = {
      title,
      amount: parseAmount(amountText) ?? 0,
      paidBy,
      participants,
      spentOn,
    };
    const found = validateNewExpense(input, household);
    setProblems(found);
    setFailure(null);
    if (found.length > 0) return;

    setBusy(true);
    try {
      await onSubmit(input);
      setTitle("");
      setAmountText("");
      setParticipants(everybody);
    } catch (reason) {
      if (reason instanceof ApiProblem && reason.problems.length > 0) setProblems(reason.problems);
      else setFailure(errorText(reason));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form aria-labelledby="expense-form-heading" onSubmit={(e) => void handleSubmit(e)} noValidate>
      <h2 id="expense-form-heading">{copy.expenseForm.heading}</h2>
      {failure ? <p role="alert">{failure}</p> : null}

      <Field id="title" label={copy.expenseForm.title} error={errorOf("title")}>
        <input id="title" value={title} onChange={(e) => setTitle(e.target.value)} />
      </Field>

      <Field id="amount" label={copy.expenseForm.amount} error={errorOf("amount")}>
        <MoneyInput
          id="amount"
          value={amountText}
          onChange={setAmountText}
          symbol={currencySymbol(household.currency)}
          invalid={errorOf("amount") !== undefined}
          describedBy={errorOf("amount") ? "amount-error" : undefined}
        />
      </Field>

      <Field id="paidBy" label={copy.expenseForm.paidBy} error={errorOf("paidBy")}>
        <select id="paidBy" value={paidBy} onChange={(e) => setPaidBy(e.target.value)}>
          {people.map((f) => (
            <option key={f.id} value={f.id}>
              {f.name}
            </option>
          ))}
        </select>
      </Field>

      <fieldset>
        <legend>{copy.expenseForm.participants}</legend>
        {people.map((f) => (
          <label key={f.id}>
            <input type="checkbox" checked={participants.includes(f.id)} onChange={() => toggle(f.id)} />
            {f.name}
          </label>
        ))}
        {errorOf("participants") ? <p role="alert">{errorOf("participants")}</p> : null}
      </fieldset>

      <Field id="spentOn" label={copy.expenseForm.spentOn} error={errorOf("spentOn")}>
        <input id="spentOn" type="date" value={spentOn} onChange={(e) => setSpentOn(e.target.value)} />
      </Field>

      <Button type="submit" kind="primary" busy={busy}>
        {copy.expenseForm.save}
      </Button>
    </form>
  );
}
