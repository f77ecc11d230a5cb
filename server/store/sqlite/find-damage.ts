import type { DatabaseSync } from 'node:sqlite'
import { findDatabaseError } from '../database-error.ts'
import { translateSqliteError } from './sqlite-error.ts'

const ENTRIES_MAX = 20

/** What is broken in a file, in SQLite's words, the first of it; empty where it is whole. Reads all of it. */
export function findDamage(database: DatabaseSync): readonly string[] {
  try {
    const found = database
      .prepare(`PRAGMA quick_check(${ENTRIES_MAX})`)
      .all()
      .map((row) => String(row['quick_check']))
    return found.length === 1 && found[0] === 'ok' ? [] : found
  } catch (error) {
    const refused = findDatabaseError(translateSqliteError(error, database.location()))
    if (!refused) throw error
    return [refused.message]
  }
}
