import { validateNewExpense, type NewExpense } from "@ledger/core";
import type { FastifyInstance } from "fastify";
import { requireFlatmate } from "../auth";
import { ApiError, notFound } from "../errors";
import { ExpenseRepo } from "../repo/expenses";
import { HouseholdRepo } from "../repo/households";
import type { ServerDeps } from "../server";

interface HouseholdParams {
  householdId: string;
}

interface ExpenseParams extends HouseholdParams {
  expenseId: string;
}

/** Shapes only. What the values mean is checked by validateNewExpense. */
const newExpenseSchema = {
  type: "object",
  required: ["title", "amount", "paidBy", "participants", "spentOn"],
  additionalProperties: false,
  properties: {
    title: { type: "string" },
    amount: { type: "number" },
    paidBy: { type: "string" },
    participants: { type: "array", items: { type: "string" } },
    spentOn: { type: "string" },
  },
} as const;

export async function expenseRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const expenses = new ExpenseRepo(deps.db, deps.now);
  const households = new HouseholdRepo(deps.db);

  app.addHook("onRequest", requireFlatmate(deps.db));

  app.get<{ Params: HouseholdParams }>("/households/:householdId/expenses", async (request) => {
    return expenses.list(request.params.householdId);
  });

  app.post<{ Params: HouseholdParams; Body: NewExpense }>(
    "/households/:householdId/expenses",
    { schema: { body: newExpenseSchema } },
    async (request, reply) => {
      const household = households.find(request.params.householdId);
      if (!household) throw notFound();
      const problems = validateNewExpense(request.body, household);
      if (problems.length > 0) {
        throw new ApiError(422, "invalid", problems);
      }
      reply.status(201);
      return expenses.insert(household.id, request.body);
    },
  );

  app.delete<{ Params: ExpenseParams }>(
    "/households/:householdId/expenses/:expenseId",
    async (request, reply) => {
      const { householdId, expenseId } = request.params;
      if (!expenses.remove(householdId, expenseId)) throw notFound();
      return reply.status(204).send();
    },
  );
}
