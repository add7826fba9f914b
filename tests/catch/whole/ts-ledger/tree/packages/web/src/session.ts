export interface Session {
  token: string;
  householdId: string;
  flatmateId: string;
}

const KEY = "ledger.session";

/** The session that the invite link left behind, or null. */
export function readSession(storage: Pick<Storage, "getItem">): Session | null {
  const text = storage.getItem(KEY);
  if (!text) return null;
  try {
    const value = JSON.parse(text) as Partial<Session>;
    if (value.token && value.householdId && value.flatmateId) {
      return { token: value.token, householdId: value.householdId, flatmateId: value.flatmateId };
    }
  } catch {
    // somebody edited it by hand: as good as none
  }
  return null;
}
