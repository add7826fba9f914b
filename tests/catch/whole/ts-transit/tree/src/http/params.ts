import { ID_PATTERN, type Target } from "../domain/types.js";
import { AppError } from "../errors.js";

export function invalidParam(param: string, reason: string): AppError {
  return new AppError("INVALID_PARAM", `${param} ${reason}`, { param });
}

/** An id from the path. */
export function pathId(params: Record<string, string>, name: string): string {
  return checkedId(params[name] ?? "", name);
}

export function optionalId(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  return value === null ? undefined : checkedId(value, name);
}

export function requiredId(query: URLSearchParams, name: string): string {
  const value = optionalId(query, name);
  if (value === undefined) throw invalidParam(name, "is required");
  return value;
}

export function intParam(
  query: URLSearchParams,
  name: string,
  range: { min: number; max: number; fallback: number },
): number {
  const raw = query.get(name);
  if (raw === null) return range.fallback;
  const value = /^\d{1,6}$/.test(raw) ? Number(raw) : Number.NaN;
  if (!(value >= range.min && value <= range.max)) {
    throw invalidParam(name, `is not between ${range.min} and ${range.max}`);
  }
  return value;
}

/** `stop` or `route`; undefined when neither is given, INVALID_PARAM when both are. */
export function targetParam(query: URLSearchParams): Target | undefined {
  const stopId = optionalId(query, "stop");
  const routeId = optionalId(query, "route");
  if (stopId !== undefined && routeId !== undefined) throw invalidParam("route", "cannot be combined with stop");
  if (stopId !== undefined) return { kind: "stop", stopId };
  if (routeId !== undefined) return { kind: "route", routeId };
  return undefined;
}

function checkedId(value: string, name: string): string {
  if (!ID_PATTERN.test(value)) throw invalidParam(name, "is not an id");
  return value;
}
