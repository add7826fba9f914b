import { describe, expect, it } from "vitest";
import { Scheduler } from "../../src/worker/scheduler.js";
import { silentLog } from "../helpers/fakes.js";

describe("Scheduler", () => {
  it("goes on after a run that failed, and stops", async () => {
    let runs = 0;
    const scheduler = new Scheduler(silentLog);
    const third = new Promise<void>((resolve) => {
      scheduler.add({
        name: "flaky",
        intervalMs: 1,
        async run() {
          runs += 1;
          if (runs === 3) resolve();
          throw new Error("again");
        },
      });
    });
    scheduler.start();
    await third;
    await scheduler.stop();
    const after = runs;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(runs).toBe(after);
  });
});
