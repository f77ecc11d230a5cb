import { DatabaseBusyError, DatabaseError, unavailableError } from '../../../platform/database-error.ts'

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8

/** Result codes for failures of the file or the disk (sqlite.org/rescode.html). Other codes indicate a bug in Vitrine. */
const FILE_ERRORS: Readonly<Record<number, { readonly name: string; readonly reason: string }>> = {
  7: { name: 'SQLITE_NOMEM', reason: 'there is not enough memory' },
  [SQLITE_READONLY]: {
    name: 'SQLITE_READONLY',
    reason: 'the file is read-only; give the user that runs Vitrine the right to write to the file and its folder',
  },
  10: { name: 'SQLITE_IOERR', reason: 'reading or writing the disk failed; the disk may be full' },
  11: { name: 'SQLITE_CORRUPT', reason: 'the file is damaged; restore a backup' },
  13: { name: 'SQLITE_FULL', reason: 'the disk is full' },
  14: {
    name: 'SQLITE_CANTOPEN',
    reason:
      'the file cannot be opened; give the user that runs Vitrine the right to read and write the file and its folder',
  },
  26: { name: 'SQLITE_NOTADB', reason: 'the file is not a database' },
}

/**
 * Translates an error of SQLite: DatabaseBusyError if another connection holds the lock, HttpError 503 if the file or the disk
 * fails, otherwise the error itself.
 * @param path path of the file, null for a temporary database
 */
export function translateSqliteError(thrown: unknown, path: string | null): unknown {
  const errcode = thrown instanceof Error && 'errcode' in thrown ? Number(thrown.errcode) : 0
  // The lowest byte of an extended result code is the primary result code.
  const code = errcode & 0xff
  if (code === SQLITE_BUSY) return new DatabaseBusyError(thrown)
  return code in FILE_ERRORS ? createFileError(code, path) : thrown
}

export function readOnlyError(path: string): Error {
  return createFileError(SQLITE_READONLY, path)
}

/** @param path null for a temporary database @param code SQLite's result code */
export function unusableError(path: string | null, reason: string, code?: string): Error {
  const subject = path === null ? 'A temporary database' : `The database ${path}`
  return unavailableError(new DatabaseError(`${subject} cannot be used: ${reason}`, code))
}

function createFileError(code: number, path: string | null): Error {
  const { name, reason } = FILE_ERRORS[code]!
  return unusableError(path, reason, name)
}
