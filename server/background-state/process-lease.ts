import type { SqlDatabase } from '../store/sql-dialect.ts'

/** @param text type of texts that are compared byte by byte */
export function buildLeaseSql(text: string): string {
  return `
    CREATE TABLE IF NOT EXISTS process_lease (name ${text} PRIMARY KEY, holder text NOT NULL, leased_until bigint NOT NULL);`
}

/** Lets one process of all nodes do a task at a time. If the process is killed, its lease expires. */
export class ProcessLease {
  readonly #database: SqlDatabase
  readonly #name: string

  /** @param name name of the task */
  constructor(database: SqlDatabase, name: string) {
    this.#database = database
    this.#name = name
  }

  /**
   * Takes or extends the lease.
   * @param holder name of this process
   * @param now milliseconds since 1970, as is `until`
   * @returns false if another process has the lease
   */
  async take(holder: string, now: number, until: number): Promise<boolean> {
    const changed = await this.#database.run(
      `INSERT INTO process_lease (name, holder, leased_until) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
       WHERE process_lease.holder = excluded.holder OR process_lease.leased_until < $4`,
      this.#name,
      holder,
      until,
      now,
    )
    return changed > 0
  }

  /** Ends the lease, so that another process can take it immediately. */
  async end(holder: string): Promise<void> {
    const sql = 'UPDATE process_lease SET leased_until = 0 WHERE name = $1 AND holder = $2'
    await this.#database.run(sql, this.#name, holder)
  }
}
