import pg from "pg";

/** A connection or a transaction. Repositories take one of these and never open their own. */
export interface Queryable {
  query<R>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /** Runs a script of several statements, without parameters. */
  exec(sql: string): Promise<void>;
}

export interface Database extends Queryable {
  /** READ COMMITTED. Commits when `work` resolves, rolls back when it rejects. */
  tx<T>(work: (q: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type PgRunner = Pick<pg.ClientBase, "query">;

function queryable(runner: PgRunner): Queryable {
  return {
    async query<R>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
      const result = await runner.query(sql, [...params]);
      return result.rows as R[];
    },
    async exec(sql: string): Promise<void> {
      await runner.query(sql);
    },
  };
}

export class PgDatabase implements Database {
  private readonly pool: pg.Pool;

  constructor(connectionString: string, max = 10) {
    this.pool = new pg.Pool({ connectionString, max });
    // Without a listener an idle client that breaks would end the process.
    this.pool.on("error", () => undefined);
  }

  async query<R>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const result = await this.pool.query(sql, [...params]);
    return result.rows as R[];
  }

  async exec(sql: string): Promise<void> {
    await this.pool.query(sql);
  }

  async tx<T>(work: (q: Queryable) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query("BEGIN");
      const result = await work(queryable(client));
      await client.query("COMMIT");
      return result;
    } catch (err) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw err;
    } finally {
      client.release();
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
