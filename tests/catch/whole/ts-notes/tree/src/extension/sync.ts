import type { ApiClient } from "./api";
import type { LocalStore } from "./store";

/** Sends everything we have, takes whatever changed since the last time. */
export async function syncOnce(store: LocalStore, api: ApiClient): Promise<void> {
  const { highlights, lastSync } = await store.read();
  const res = await api.sync({ since: lastSync, highlights: Object.values(highlights) });
  await store.merge(res.highlights, res.now);
}
