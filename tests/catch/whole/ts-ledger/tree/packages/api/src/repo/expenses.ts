import type { Expense, NewExpense } from "@ledger/core";
import { newId, type Db } from "../db";

interface ExpenseRow {
  id: string;
  household_id: string;
  title: string;
  amount: number;
  paid_by: string;
  spent_on: string;
  created_at: string;
}

interface ParticipantRow {
  flatmate_id: string;
}

export class ExpenseRepo {
  constructor(
    private readonly db: Db,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Newest first. */
  list(householdId: string): Expense[] {
    const rows = this.db
      .prepare("SELECT * FROM expenses WHERE household_id = ? ORDER BY spent_on DESC, created_at DESC")
      .all(householdId) as ExpenseRow[];
    return rows.map((row) => this.toExpense(row));
  }

  find(householdId: string, expenseId: string): Expense | null {
    const row = this.db
      .prepare("SELECT * FROM expenses WHERE household_id = ? AND id = ?")
      .get(householdId, expenseId) as ExpenseRow | undefined;
    return row ? this.toExpense(row) : null;
  }

  /** The input must have passed validateNewExpense. */
  insert(householdId: string, input: NewExpense): Expense {
    const id = newId();
    const createdAt = this.now().toISOString();
    const insertExpense = this.db.prepare(
      `INSERT INTO expenses (id, household_id, title, amount, paid_by, spent_on, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    const insertParticipant = this.db.prepare(
      "INSERT INTO expense_participants (expense_id, flatmate_id, position) VALUES (?, ?, ?)",
    );
    this.db.transaction(() => {
      insertExpense.run(
        id,
        householdId,
        input.title.trim(),
        input.amount,
        input.paidBy,
        input.spentOn,
        createdAt,
      );
      input.participants.forEach((flatmateId, position) => {
        insertParticipant.run(id, flatmateId, position);
      });
    })();
    return this.find(householdId, id)!;
  }

  /** False when there is no such expense in this household. */
  remove(householdId: string, expenseId: string): boolean {
    const result = this.db
      .prepare("DELETE FROM expenses WHERE household_id = ? AND id = ?")
      .run(householdId, expenseId);
    return result.changes > 0;
  }

  private toExpense(row: ExpenseRow): Expense {
    const participants = this.db
      .prepare("SELECT flatmate_id FROM expense_participants WHERE expense_id = ? ORDER BY position")
      .all(row.id) as ParticipantRow[];
    return {
      id: row.id,
      householdId: row.household_id,
      title: row.title,
      amount: row.amount,
      paidBy: row.paid_by,
      participants: participants.map((p) => p.flatmate_id),
      spentOn: row.spent_on,
      createdAt: row.created_at,
    };
  }
}
