import { ApiError } from "../apiClient.js";

const TEXTS: Record<string, string> = {
  out_of_stock: "Leider nicht mehr vorrätig.",
  not_found: "Nicht gefunden.",
};

export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    return TEXTS[error.code] ?? "Das hat nicht geklappt.";
  }
  return "Keine Verbindung.";
}

export function ErrorNotice({ error }: { readonly error: unknown }) {
  return <p role="alert">{describeError(error)}</p>;
}
