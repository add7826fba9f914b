import { errorFields, type Logger } from "../log.js";

export interface Job {
  name: string;
  intervalMs: number;
  /** The signal is aborted when the worker shuts down. */
  run(signal: AbortSignal): Promise<void>;
}

/** Runs each job at once and then `intervalMs` after its last end: a job never overlaps itself. */
export class Scheduler {
  private readonly jobs: Job[] = [];
  private readonly loops: Promise<void>[] = [];
  private readonly abort = new AbortController();

  constructor(private readonly log: Logger) {}

  add(job: Job): this {
    this.jobs.push(job);
    return this;
  }

  start(): void {
    for (const job of this.jobs) this.loops.push(this.loop(job));
    this.log.info("scheduler started", { jobs: this.jobs.map((job) => job.name) });
  }

  /** Resolves when the runs under way have ended. */
  async stop(): Promise<void> {
    this.abort.abort();
    await Promise.all(this.loops);
  }

  private async loop(job: Job): Promise<void> {
    const { signal } = this.abort;
    while (!signal.aborted) {
      try {
        await job.run(signal);
      } catch (err) {
        if (!signal.aborted) this.log.error("job failed", { job: job.name, ...errorFields(err) });
      }
      await pause(job.intervalMs, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
