import type { ChangeEvent } from "react";

export interface MoneyInputProps {
  id: string;
  /** The text as typed. Parsing is the caller's business. */
  value: string;
  onChange(value: string): void;
  /** "€", "£" or "kr". */
  symbol: string;
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
}

const ALLOWED = /^[\d.,]*$/;

/** A text input with a currency sign. It drops everything but digits, dot and comma. */
export function MoneyInput({
  id,
  value,
  onChange,
  symbol,
  invalid = false,
  describedBy,
  disabled,
}: MoneyInputProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    if (ALLOWED.test(text)) onChange(text);
  };

  return (
    <span className={invalid ? "ui-affix-input ui-affix-input--invalid" : "ui-affix-input"}>
      <span className="ui-affix-input__affix" aria-hidden="true">
        {symbol}
      </span>
      <input
        id={id}
        className="ui-affix-input__control"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={handleChange}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
      />
    </span>
  );
}
