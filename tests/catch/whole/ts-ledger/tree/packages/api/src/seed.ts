import { pathToFileURL } from "node:url";
import { loadConfig } from "./config";
import { openDatabase, type Db } from "./db";
import { ExpenseRepo } from "./repo/expenses";
import { HouseholdRepo } from "./repo/households";

export interface Seeded {
  householdId: string;
  /** Session token by name. */
  tokens: Record<string, string>;
}

/** The household of the screenshots: three people, a month of expenses. */
export function seed(db: Db): Seeded {
  const households = new HouseholdRepo(db);
  const expenses = new ExpenseRepo(db);

  const householdId = households.create("Elbe 12", "EUR");
  const ana = households.addFlatmate(householdId, "Ana", "#7c5cff");
  const ben = households.addFlatmate(householdId, "Ben", "#18a36b");
  const caro = households.addFlatmate(householdId, "Caro", "#d9534f");
  const all = [ana.id, ben.id, caro.id];

  expenses.insert(householdId, {
    title: "Groceries",
    amount: 4_215,
    paidBy: ana.id,
    participants: all,
    spentOn: "2024-05-03",
  });
  expenses.insert(householdId, {
    title: "Internet",
    amount: 2_999,
    paidBy: ben.id,
    participants: all,
    spentOn: "2024-05-05",
  });
  expenses.insert(householdId, {
    title: "Cinema",
    amount: 2_400,
    paidBy: caro.id,
    participants: [ben.id, caro.id],
    spentOn: "2024-05-11",
  });

  return { householdId, tokens: { Ana: ana.token, Ben: ben.token, Caro: caro.token } };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const db = openDatabase(loadConfig().databasePath);
  console.log(JSON.stringify(seed(db), null, 2));
  db.close();
}
