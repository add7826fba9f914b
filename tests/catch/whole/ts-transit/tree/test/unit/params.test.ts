import { describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.js";
import { intParam, targetParam } from "../../src/http/params.js";

const query = (text: string) => new URLSearchParams(text);

function codeAndParam(call: () => unknown): [string, unknown] {
  try {
    call();
  } catch (err) {
    if (err instanceof AppError) return [err.code, err.details?.param];
    throw err;
  }
  throw new Error("did not throw");
}

describe("targetParam", () => {
  it("takes a stop or a route", () => {
    expect(targetParam(query("stop=S1"))).toEqual({ kind: "stop", stopId: "S1" });
    expect(targetParam(query("route=R1"))).toEqual({ kind: "route", routeId: "R1" });
    expect(targetParam(query(""))).toBeUndefined();
  });

  it("refuses both, and what is no id", () => {
    expect(codeAndParam(() => targetParam(query("stop=S1&route=R1")))).toEqual(["INVALID_PARAM", "route"]);
    expect(codeAndParam(() => targetParam(query("stop=%27")))).toEqual(["INVALID_PARAM", "stop"]);
  });
});

describe("intParam", () => {
  const range = { min: 1, max: 50, fallback: 10 };

  it("keeps to its range", () => {
    expect(intParam(query(""), "limit", range)).toBe(10);
    expect(intParam(query("limit=50"), "limit", range)).toBe(50);
    expect(codeAndParam(() => intParam(query("limit=51"), "limit", range))).toEqual(["INVALID_PARAM", "limit"]);
    expect(codeAndParam(() => intParam(query("limit=x"), "limit", range))).toEqual(["INVALID_PARAM", "limit"]);
  });
});
