/** Numbers of the advisory locks, each of which one connection to the database has at a time. */
export const LOCKS = { migration: 7_468_001, import: 7_468_002, outbox: 7_468_003 } as const
