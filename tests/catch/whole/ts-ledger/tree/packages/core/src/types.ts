import type { Cents, Currency } from "./money";

export interface Flatmate {
  id: string;
  name: string;
  /** Hex colour of the avatar, as in "#7c5cff". */
  colour: string;
  /** ISO date, or null while they live here. */
  movedOutOn: string | null;
}

export interface Household {
  id: string;
  name: string;
  currency: Currency;
  flatmates: Flatmate[];
}

/** What the form sends. The API adds id, household and createdAt. */
export interface NewExpense {
  title: string;
  amount: Cents;
  /** Id of the flatmate who paid. */
  paidBy: string;
  /** Ids of the flatmates who share the cost. The payer need not be one of them. */
  participants: string[];
  /** ISO date, as in "2024-05-31". */
  spentOn: string;
}

export interface Expense {
  id: string;
  householdId: string;
  title: string;
  amount: Cents;
  paidBy: string;
  /** In the order in which they were sent: the first ones get the odd cents. */
  participants: string[];
  spentOn: string;
  createdAt: string;
}

/** Somebody paid somebody back, outside of the app. */
export interface Settlement {
  id: string;
  from: string;
  to: string;
  amount: Cents;
  settledOn: string;
}
