import { z } from "zod";
import type { Highlight, Membership } from "./model";

export const anchorSchema = z.object({
  exact: z.string().min(1).max(4000),
  prefix: z.string().max(64),
  suffix: z.string().max(64),
  start: z.number().int().nonnegative(),
});

export const highlightSchema = z.object({
  id: z.string().uuid(),
  ownerId: z.string().uuid(),
  groupId: z.string().uuid().nullable(),
  url: z.string().url().max(2048),
  anchor: anchorSchema,
  color: z.enum(["yellow", "green", "blue", "pink"]),
  note: z.string().max(8000),
  createdAt: z.number().int().nonnegative(),
  updatedAt: z.number().int().nonnegative(),
});

export const syncRequestSchema = z.object({
  since: z.number().int().nonnegative(),
  highlights: z.array(highlightSchema),
});

export type SyncRequest = z.infer<typeof syncRequestSchema>;

export interface SyncResponse {
  /** The server's clock; the client sends it back as `since`. */
  now: number;
  highlights: Highlight[];
}

export interface Me {
  user: { id: string; name: string };
  groups: Membership[];
}

export interface ErrorBody {
  error: { code: string; message: string };
}
