import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiProblem } from "../src/api/client";
import { copy } from "../src/copy";
import { ExpenseForm } from "../src/features/expenses/ExpenseForm";
import { household } from "./fixtures";

function setup(onSubmit = vi.fn().mockResolvedValue(undefined)) {
  render(<ExpenseForm household={household} me="ana" today="2024-06-01" onSubmit={onSubmit} />);
  return { onSubmit, user: userEvent.setup() };
}

describe("ExpenseForm", () => {
  it("sends what was typed", async () => {
    const { onSubmit, user } = setup();
    await user.type(screen.getByLabelText(copy.expenseForm.title), "Pizza");
    await user.type(screen.getByLabelText(copy.expenseForm.amount), "24,50");
    await user.click(screen.getByRole("checkbox", { name: "Caro" }));
    await user.click(screen.getByRole("button", { name: copy.expenseForm.save }));
    expect(onSubmit).toHaveBeenCalledWith({
      title: "Pizza",
      amount: 2450,
      paidBy: "ana",
      participants: ["ana", "ben"],
      spentOn: "2024-06-01",
    });
  });

  it("offers nobody who moved out", () => {
    setup();
    expect(screen.queryByRole("checkbox", { name: "Dev" })).not.toBeInTheDocument();
  });

  it("shows problems without asking the API", async () => {
    const { onSubmit, user } = setup();
    await user.click(screen.getByRole("button", { name: copy.expenseForm.save }));
    expect(screen.getByText(copy.problems.title_missing)).toBeInTheDocument();
    expect(screen.getByText(copy.problems.amount_not_positive)).toBeInTheDocument();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("shows a failure on top", async () => {
    const { user } = setup(vi.fn().mockRejectedValue(new ApiProblem(500, "internal", [])));
    await user.type(screen.getByLabelText(copy.expenseForm.title), "Pizza");
    await user.type(screen.getByLabelText(copy.expenseForm.amount), "24");
    await user.click(screen.getByRole("button", { name: copy.expenseForm.save }));
    expect(await screen.findByText(copy.errors.internal)).toBeInTheDocument();
  });
});
