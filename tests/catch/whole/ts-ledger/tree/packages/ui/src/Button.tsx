import type { ButtonHTMLAttributes } from "react";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: "primary" | "quiet" | "danger";
  /** Shows that work is under way and takes no clicks. */
  busy?: boolean;
}

export function Button({ kind = "quiet", busy = false, disabled, className, children, ...rest }: ButtonProps) {
  const classes = ["ui-button", `ui-button--${kind}`, className].filter(Boolean).join(" ");
  return (
    <button type="button" {...rest} className={classes} disabled={disabled || busy} aria-busy={busy || undefined}>
      {children}
    </button>
  );
}
