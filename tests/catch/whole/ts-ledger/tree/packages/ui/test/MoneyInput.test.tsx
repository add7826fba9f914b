import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { Field, MoneyInput } from "../src";

function Harness({ error }: { error?: string }) {
  const [value, setValue] = useState("");
  return (
    <Field id="amount" label="Amount" error={error}>
      <MoneyInput
        id="amount"
        value={value}
        onChange={setValue}
        symbol="€"
        invalid={error !== undefined}
        describedBy={error ? "amount-error" : undefined}
      />
    </Field>
  );
}

describe("MoneyInput", () => {
  it("drops what is not part of an amount", async () => {
    render(<Harness />);
    await userEvent.type(screen.getByLabelText("Amount"), "1a2,b5");
    expect(screen.getByLabelText("Amount")).toHaveValue("12,5");
  });

  it("is described by its error", () => {
    render(<Harness error="Must be above zero" />);
    const input = screen.getByLabelText("Amount");
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription("Must be above zero");
  });
});
