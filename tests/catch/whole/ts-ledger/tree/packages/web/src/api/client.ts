import type {
  ApiErrorBody,
  ApiErrorCode,
  Balance,
  Expense,
  Household,
  NewExpense,
  Problem,
  Transfer,
} from "@ledger/core";

/** An answer of the API that is not 2xx. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    readonly problems: Problem[],
  ) {
    super(code);
    this.name = "ApiProblem";
  }
}

export interface BalancesAnswer {
  balances: Balance[];
  transfers: Transfer[];
}

export interface LedgerClient {
  getHousehold(householdId: string): Promise<Household>;
  getBalances(householdId: string): Promise<BalancesAnswer>;
  listExpenses(householdId: string): Promise<Expense[]>;
  createExpense(householdId: string, input: NewExpense): Promise<Expense>;
  deleteExpense(householdId: string, expenseId: string): Promise<void>;
}

export function createClient(
  baseUrl: string,
  token: string,
  fetchFn: typeof fetch = (...args) => fetch(...args),
): LedgerClient {
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const response = await fetchFn(baseUrl + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw await toProblem(response);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  return {
    getHousehold: (id) => request("GET", `/households/${id}`),
    getBalances: (id) => request("GET", `/households/${id}/balances`),
    listExpenses: (id) => request("GET", `/households/${id}/expenses`),
    createExpense: (id, input) => request("POST", `/households/${id}/expenses`, input),
    deleteExpense: (id, expenseId) => request("DELETE", `/households/${id}/expenses/${expenseId}`),
  };
}

async function toProblem(response: Response): Promise<ApiProblem> {
  try {
    const body = (await response.json()) as ApiErrorBody;
    return new ApiProblem(response.status, body.error, body.problems);
  } catch {
    return new ApiProblem(response.status, "internal", []);
  }
}
