import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { StorageArea } from "../src/extension/store";
import { buildApp } from "../src/server/app";
import { hashToken } from "../src/server/auth";
import { migrate, openDb, type Db } from "../src/server/db";
import type { Highlight } from "../src/shared/model";

export interface TestUser {
  id: string;
  token: string;
  headers: { authorization: string };
}

export function makeDb(): Db {
  const db = openDb(":memory:");
  migrate(db, "migrations");
  return db;
}

export function makeApp(db: Db = makeDb()): { app: FastifyInstance; db: Db } {
  return { app: buildApp({ db }), db };
}

export function addUser(db: Db, name: string): TestUser {
  const id = randomUUID();
  const token = `token-${id}`;
  db.prepare("INSERT INTO users (id, name) VALUES (?, ?)").run(id, name);
  db.prepare("INSERT INTO tokens (hash, user_id) VALUES (?, ?)").run(hashToken(token), id);
  return { id, token, headers: { authorization: `Bearer ${token}` } };
}

export function makeHighlight(ownerId: string, over: Partial<Highlight> = {}): Highlight {
  return {
    id: randomUUID(),
    ownerId,
    groupId: null,
    url: "https://example.org/article",
    anchor: { exact: "quick brown fox", prefix: "The ", suffix: " jumps", start: 4 },
    color: "yellow",
    note: "",
    createdAt: 1000,
    updatedAt: 1000,
    ...over,
  };
}

/** chrome.storage.local, as far as we use it. Values are copied, as Chrome does. */
export function fakeArea(): StorageArea {
  const items = new Map<string, unknown>();
  return {
    get: async (key) => (items.has(key) ? { [key]: structuredClone(items.get(key)) } : {}),
    set: async (entries) => {
      for (const [key, value] of Object.entries(entries)) items.set(key, structuredClone(value));
    },
  };
}
