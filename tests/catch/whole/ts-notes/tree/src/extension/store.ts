import type { Highlight, Membership } from "../shared/model";

/** What we use of chrome.storage.local; tests bring their own. */
export interface StorageArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

export interface Session {
  server: string;
  token: string;
  userId: string;
}

export interface LocalState {
  session: Session | null;
  memberships: Membership[];
  /** The group that new highlights go to; null: they are personal. */
  target: string | null;
  highlights: Record<string, Highlight>;
  lastSync: number;
  lastError: string | null;
}

const KEY = "dogear";

function initialState(): LocalState {
  return { session: null, memberships: [], target: null, highlights: {}, lastSync: 0, lastError: null };
}

export class LocalStore {
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly area: StorageArea,
    private readonly now: () => number = Date.now,
  ) {}

  async read(): Promise<LocalState> {
    const items = await this.area.get(KEY);
    return { ...initialState(), ...(items[KEY] as Partial<LocalState> | undefined) };
  }

  /** Read, change, write; one at a time, because the service worker interleaves messages. */
  private update<T>(change: (state: LocalState) => T): Promise<T> {
    const run = this.tail.then(async () => {
      const state = await this.read();
      const result = change(state);
      await this.area.set({ [KEY]: state });
      return result;
    });
    this.tail = run.catch(() => undefined);
    return run;
  }

  async forPage(url: string): Promise<Highlight[]> {
    const { highlights } = await this.read();
    return Object.values(highlights).filter((h) => h.url === url);
  }

  put(highlight: Highlight): Promise<Highlight> {
    return this.update((state) => {
      const stamped = { ...highlight, updatedAt: this.now() };
      state.highlights[stamped.id] = stamped;
      return stamped;
    });
  }

  remove(id: string): Promise<void> {
    return this.update((state) => {
      delete state.highlights[id];
    });
  }

  /** Takes over what a sync brought, unless the local copy is newer. */
  merge(incoming: Highlight[], now: number): Promise<void> {
    return this.update((state) => {
      for (const h of incoming) {
        const local = state.highlights[h.id];
        if (!local || local.updatedAt < h.updatedAt) state.highlights[h.id] = h;
      }
      state.lastSync = now;
    });
  }

  setError(message: string | null): Promise<void> {
    return this.update((state) => {
      state.lastError = message;
    });
  }

  setTarget(groupId: string | null): Promise<void> {
    return this.update((state) => {
      state.target = groupId;
    });
  }

  signIn(session: Session, memberships: Membership[]): Promise<void> {
    return this.update((state) => {
      Object.assign(state, initialState(), { session, memberships });
    });
  }

  signOut(): Promise<void> {
    return this.update((state) => {
      Object.assign(state, initialState());
    });
  }
}
