import type { Highlight, Membership } from "../shared/model";
import { toMarkdown } from "../shared/export";
import { highlightSchema } from "../shared/wire";
import type { ApiClient } from "./api";
import type { LocalStore } from "./store";
import { syncOnce } from "./sync";

export type Message =
  | { type: "page"; url: string }
  | { type: "save"; highlight: Highlight }
  | { type: "remove"; id: string }
  | { type: "status" }
  | { type: "target"; groupId: string | null }
  | { type: "sync" }
  | { type: "export" }
  | { type: "sign-in"; server: string; token: string }
  | { type: "sign-out" };

export interface Status {
  userId: string | null;
  memberships: Membership[];
  target: string | null;
  count: number;
  lastSync: number;
  lastError: string | null;
}

export type Reply = { ok: true; value: unknown } | { ok: false; message: string };

export interface ControllerDeps {
  store: LocalStore;
  connect: (server: string, token: string) => ApiClient;
  /** Tells the open pages that their highlights may have changed. */
  broadcast: () => Promise<void>;
}

/** Everything the service worker does, without chrome.* in it. */
export class Controller {
  private running: Promise<void> | null = null;

  constructor(private readonly deps: ControllerDeps) {}

  async handle(message: Message): Promise<Reply> {
    try {
      return { ok: true, value: await this.dispatch(message) };
    } catch (error) {
      return { ok: false, message: messageOf(error) };
    }
  }

  /** Callers that arrive during a run share it. */
  syncNow(): Promise<void> {
    this.running ??= this.runSync().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async dispatch(message: Message): Promise<unknown> {
    const { store } = this.deps;
    switch (message.type) {
      case "page":
        return store.forPage(message.url);
      case "save": {
        const saved = await store.put(highlightSchema.parse(message.highlight));
        void this.syncNow();
        return saved;
      }
      case "remove":
        await store.remove(message.id);
        await this.removeRemote(message.id);
        return null;
      case "status":
        return this.status();
      case "target":
        await store.setTarget(message.groupId);
        return this.status();
      case "sync":
        await this.syncNow();
        return this.status();
      case "export":
        return toMarkdown(Object.values((await store.read()).highlights));
      case "sign-in": {
        const me = await this.deps.connect(message.server, message.token).me();
        await this.running; // else a run for the previous user would write into the new one's state
        await store.signIn({ server: message.server, token: message.token, userId: me.user.id }, me.groups);
        await this.syncNow();
        return this.status();
      }
      case "sign-out":
        await this.running;
        await store.signOut();
        return this.status();
    }
  }

  private async status(): Promise<Status> {
    const { session, memberships, target, highlights, lastSync, lastError } = await this.deps.store.read();
    return {
      userId: session?.userId ?? null,
      memberships,
      target,
      count: Object.keys(highlights).length,
      lastSync,
      lastError,
    };
  }

  private async removeRemote(id: string): Promise<void> {
    const { session } = await this.deps.store.read();
    if (!session) return;
    try {
      await this.deps.connect(session.server, session.token).remove(id);
    } catch (error) {
      await this.deps.store.setError(messageOf(error));
    }
  }

  private async runSync(): Promise<void> {
    const { store } = this.deps;
    const { session } = await store.read();
    if (!session) return;
    try {
      await syncOnce(store, this.deps.connect(session.server, session.token));
      await store.setError(null);
      await this.deps.broadcast();
    } catch (error) {
      await store.setError(messageOf(error));
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
