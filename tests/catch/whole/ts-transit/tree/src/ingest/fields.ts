import { ID_PATTERN } from "../domain/types.js";
import { AppError } from "../errors.js";

export type JsonRecord = Record<string, unknown>;

/** One entity of a feed that was left out, and why. `id` is undefined when the entity has none that we accept. */
export interface RejectedEntity {
  id: string | undefined;
  reason: string;
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entities of a GTFS-realtime document. A document that is none is FEED_MALFORMED. */
export function feedEntities(json: unknown): JsonRecord[] {
  if (!isRecord(json) || !isRecord(json.header)) throw new AppError("FEED_MALFORMED", "feed has no header");
  const entities = json.entity ?? [];
  if (!Array.isArray(entities) || !entities.every(isRecord)) {
    throw new AppError("FEED_MALFORMED", "feed has no list of entities");
  }
  return entities;
}

export function readId(record: JsonRecord, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" && ID_PATTERN.test(value) ? value : undefined;
}

/** Trimmed, without NUL (PostgreSQL refuses it). Undefined when nothing is left or it is too long. */
export function readText(record: JsonRecord, key: string, maxLength: number): string | undefined {
  const value = record[key];
  if (typeof value !== "string") return undefined;
  const text = value.replaceAll("\u0000", "").trim();
  return text.length > 0 && text.length <= maxLength ? text : undefined;
}

export function readNumber(record: JsonRecord, key: string, min: number, max: number): number | undefined {
  const value = record[key];
  return typeof value === "number" && value >= min && value <= max ? value : undefined;
}

/** Seconds since 1970, as a number or (the JSON mapping of uint64) as a string of digits. Zero is no time. */
export function readEpochSeconds(record: JsonRecord, key: string): Date | undefined {
  const raw = record[key];
  const seconds = typeof raw === "string" && /^\d{1,11}$/.test(raw) ? Number(raw) : raw;
  if (typeof seconds !== "number" || !Number.isInteger(seconds)) return undefined;
  return seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
}
