import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { copy } from "../src/copy";
import { ExpenseList } from "../src/features/expenses/ExpenseList";
import { expense, household } from "./fixtures";

describe("ExpenseList", () => {
  it("has a text for nothing", () => {
    render(<ExpenseList household={household} expenses={[]} onDelete={vi.fn()} />);
    expect(screen.getByText(copy.expenseList.empty)).toBeInTheDocument();
  });

  it("groups by month and shows what each owes", () => {
    const may = expense();
    const june = expense({ id: "e2", title: "Internet", spentOn: "2024-06-02" });
    render(<ExpenseList household={household} expenses={[june, may]} onDelete={vi.fn()} />);
    const months = screen.getAllByRole("heading", { level: 3 }).map((h) => h.textContent);
    expect(months).toEqual(["2024-06", "2024-05"]);
    expect(screen.getAllByText("€3.00 each")).toHaveLength(2);
  });

  it("deletes", async () => {
    const onDelete = vi.fn().mockResolvedValue(undefined);
    render(<ExpenseList household={household} expenses={[expense()]} onDelete={onDelete} />);
    await userEvent.click(screen.getByRole("button", { name: "Delete Groceries" }));
    expect(onDelete).toHaveBeenCalledWith("e1");
  });
});
