import { computeBalances, suggestTransfers } from "@ledger/core";
import type { FastifyInstance } from "fastify";
import { requireFlatmate } from "../auth";
import { notFound } from "../errors";
import { ExpenseRepo } from "../repo/expenses";
import { HouseholdRepo } from "../repo/households";
import type { ServerDeps } from "../server";

interface HouseholdParams {
  householdId: string;
}

export async function householdRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const expenses = new ExpenseRepo(deps.db, deps.now);
  const households = new HouseholdRepo(deps.db);

  app.addHook("onRequest", requireFlatmate(deps.db));

  app.get<{ Params: HouseholdParams }>("/households/:householdId", async (request) => {
    const household = households.find(request.params.householdId);
    if (!household) throw notFound();
    return household;
  });

  app.get<{ Params: HouseholdParams }>("/households/:householdId/balances", async (request) => {
    const household = households.find(request.params.householdId);
    if (!household) throw notFound();
    const balances = computeBalances(
      household.flatmates,
      expenses.list(household.id),
      households.settlements(household.id),
    );
    return { balances, transfers: suggestTransfers(balances) };
  });
}
