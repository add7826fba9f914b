import type { ApiErrorCode, ProblemCode } from "@ledger/core";

const problems: Record<ProblemCode, string> = {
  title_missing: "What was it for?",
  title_too_long: "Keep it below 80 characters.",
  amount_not_positive: "Enter an amount above zero.",
  payer_unknown: "Pick who paid.",
  participants_missing: "Pick at least one person.",
  participant_unknown: "Somebody here is not in your household.",
  participant_twice: "Somebody is in the list twice.",
  date_invalid: "Pick a date.",
};

const errors: Record<ApiErrorCode, string> = {
  unauthenticated: "You are signed out. Open your invite link again.",
  forbidden: "This is somebody else's household.",
  not_found: "This is gone. Somebody may have deleted it.",
  malformed: "We sent something wrong. Please reload the page.",
  invalid: "Some of this needs another look.",
  internal: "That did not work. Please try again.",
};

/** Every text that people read. Nothing is written in components. */
export const copy = {
  problems,
  errors,
  app: {
    loading: "Loading …",
    signedOut: "Open the invite link of your household to begin.",
  },
  expenseForm: {
    heading: "New expense",
    title: "What for",
    amount: "Amount",
    paidBy: "Paid by",
    participants: "Shared by",
    spentOn: "Date",
    save: "Save expense",
  },
  expenseList: {
    heading: "Expenses",
    empty: "Nothing yet. The first one is usually toilet paper.",
  },
  expenseRow: {
    paidBy: (name: string) => `${name} paid`,
    each: (amount: string) => `${amount} each`,
    remove: (title: string) => `Delete ${title}`,
  },
  balances: {
    heading: "Balances",
    settled: "All square.",
    transfer: (from: string, to: string, amount: string) => `${from} pays ${to} ${amount}`,
  },
} as const;
