import type { DatabaseSync } from 'node:sqlite'
import { findDatabaseError } from '../../../platform/database-error.ts'
import { translateSqliteError } from './sqlite-error.ts'

const MAX_ERRORS = 20

/** @returns SQLite's first error messages about the whole file */
export function findDamage(database: DatabaseSync): readonly string[] {
  try {
    const found = database
      .prepare(`PRAGMA quick_check(${MAX_ERRORS})`)
      .all()
      .map((row) => String(row['quick_check']))
    return found.length === 1 && found[0] === 'ok' ? [] : found
  } catch (error) {
    const databaseError = findDatabaseError(translateSqliteError(error, database.location()))
    if (!databaseError) throw error
    return [databaseError.message]
  }
}
