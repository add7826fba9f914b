import type { Currency, Household, Settlement } from "@ledger/core";
import { newId, type Db } from "../db";

interface HouseholdRow {
  id: string;
  name: string;
  currency: Currency;
}

interface FlatmateRow {
  id: string;
  name: string;
  colour: string;
  moved_out_on: string | null;
}

export class HouseholdRepo {
  constructor(private readonly db: Db) {}

  find(id: string): Household | null {
    const row = this.db.prepare("SELECT id, name, currency FROM households WHERE id = ?").get(id) as
      | HouseholdRow
      | undefined;
    if (!row) return null;
    const flatmates = this.db
      .prepare(
        "SELECT id, name, colour, moved_out_on FROM flatmates WHERE household_id = ? ORDER BY name",
      )
      .all(id) as FlatmateRow[];
    return {
      ...row,
      flatmates: flatmates.map(({ moved_out_on, ...rest }) => ({ ...rest, movedOutOn: moved_out_on })),
    };
  }

  create(name: string, currency: Currency): string {
    const id = newId();
    this.db.prepare("INSERT INTO households (id, name, currency) VALUES (?, ?, ?)").run(id, name, currency);
    return id;
  }

  /** Adds a flatmate with a session of their own. */
  addFlatmate(householdId: string, name: string, colour: string): { id: string; token: string } {
    const id = newId();
    const token = newId();
    this.db
      .prepare("INSERT INTO flatmates (id, household_id, name, colour) VALUES (?, ?, ?, ?)")
      .run(id, householdId, name, colour);
    this.db.prepare("INSERT INTO sessions (token, flatmate_id) VALUES (?, ?)").run(token, id);
    return { id, token };
  }

  settlements(householdId: string): Settlement[] {
    return this.db
      .prepare(
        `SELECT id, from_id AS "from", to_id AS "to", amount, settled_on AS settledOn
           FROM settlements WHERE household_id = ? ORDER BY settled_on`,
      )
      .all(householdId) as Settlement[];
  }
}
