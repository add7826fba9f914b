import type { Problem } from "./problems";
import type { Household, NewExpense } from "./types";

export const MAX_TITLE_LENGTH = 80;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** All that is wrong with an expense, in the order of the form. Run by the form and by the API. */
export function validateNewExpense(input: NewExpense, household: Household): Problem[] {
  const problems: Problem[] = [];
  const known = new Set(household.flatmates.map((f) => f.id));

  const title = input.title.trim();
  if (title === "") {
    problems.push({ field: "title", code: "title_missing" });
  } else if (title.length > MAX_TITLE_LENGTH) {
    problems.push({ field: "title", code: "title_too_long" });
  }

  if (!Number.isSafeInteger(input.amount) || input.amount <= 0) {
    problems.push({ field: "amount", code: "amount_not_positive" });
  }

  if (!known.has(input.paidBy)) {
    problems.push({ field: "paidBy", code: "payer_unknown" });
  }

  if (input.participants.length === 0) {
    problems.push({ field: "participants", code: "participants_missing" });
  } else if (input.participants.some((id) => !known.has(id))) {
    problems.push({ field: "participants", code: "participant_unknown" });
  } else if (new Set(input.participants).size !== input.participants.length) {
    problems.push({ field: "participants", code: "participant_twice" });
  }

  if (!ISO_DATE.test(input.spentOn) || Number.isNaN(Date.parse(input.spentOn))) {
    problems.push({ field: "spentOn", code: "date_invalid" });
  }

  return problems;
}
