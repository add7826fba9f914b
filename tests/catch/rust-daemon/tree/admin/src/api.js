const BASE = "";

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Fetches JSON; throws ApiError with the server's message for any status from 400 on. */
export async function fetchJson(path, options = {}) {
  const response = await fetch(BASE + path, options);
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new ApiError(response.status, body.error ?? response.statusText);
  }
  return body;
}

export function listGauges() {
  return fetchJson("/gauges");
}

export function listReadings(gauge, since) {
  const query = new URLSearchParams({ gauge, since: String(since) });
  return fetchJson(`/readings?${query}`);
}
