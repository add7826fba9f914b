import type { NewExpense } from "./types";

/** What can be wrong with an expense. The web package has one copy text for each. */
export type ProblemCode =
  | "title_missing"
  | "title_too_long"
  | "amount_not_positive"
  | "payer_unknown"
  | "participants_missing"
  | "participant_unknown"
  | "participant_twice"
  | "date_invalid";

export interface Problem {
  field: keyof NewExpense;
  code: ProblemCode;
}

/** The `error` of an answer of the API that is not 2xx. One copy text each, too. */
export type ApiErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "malformed"
  | "invalid"
  | "internal";

export interface ApiErrorBody {
  error: ApiErrorCode;
  /** Filled for "invalid", else empty. */
  problems: Problem[];
}
