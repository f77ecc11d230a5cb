/** How long a change waits for another writer. */
export const BUSY_LIMIT_MS = 5_000

export interface WriteOptions {
  /** Whether the change can be undone later. */
  readonly keepsUndo: boolean
  /** How long to wait for another writer, in milliseconds. */
  readonly busyLimitMs: number
}
