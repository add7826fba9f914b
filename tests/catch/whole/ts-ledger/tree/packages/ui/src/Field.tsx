import type { ReactNode } from "react";

export interface FieldProps {
  /** Id of the control inside. Its hint is `${id}-hint`, its error `${id}-error`. */
  id: string;
  label: string;
  hint?: string;
  error?: string;
  children: ReactNode;
}

/** A label, a control, and what is to be said about it. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className={error ? "ui-field ui-field--invalid" : "ui-field"}>
      <label className="ui-field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && !error ? (
        <p className="ui-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="ui-field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
