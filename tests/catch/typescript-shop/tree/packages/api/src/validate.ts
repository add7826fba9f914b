export class ValidationError extends Error {
  constructor(
    readonly field: string,
    reason: string,
  ) {
    super(`${field}: ${reason}`);
    this.name = "ValidationError";
  }
}

export function parseBody(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ValidationError("body", "not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ValidationError("body", "not an object");
  }
  return value as Record<string, unknown>;
}

export function requireString(body: Record<string, unknown>, field: string, maxLength = 200): string {
  const value = body[field];
  if (typeof value !== "string" || value === "") {
    throw new ValidationError(field, "a text is required");
  }
  if (value.length > maxLength) {
    throw new ValidationError(field, `longer than ${maxLength}`);
  }
  return value;
}

export function requireInteger(body: Record<string, unknown>, field: string, min: number, max: number): number {
  const value = body[field];
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    throw new ValidationError(field, `a whole number from ${min} to ${max} is required`);
  }
  return value;
}
