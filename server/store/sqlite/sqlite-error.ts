import { DatabaseBusyError, DatabaseError, unavailableError } from '../database-error.ts'

interface Code {
  readonly name: string
  readonly reason: string
}

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8

/** What a file or the disk below it may refuse (sqlite.org/rescode.html). Other codes are mistakes of the software. */
const CODES: Readonly<Record<number, Code>> = {
  7: { name: 'SQLITE_NOMEM', reason: 'there is not enough memory' },
  [SQLITE_READONLY]: {
    name: 'SQLITE_READONLY',
    reason: 'it may not be written; who runs this needs the right to write to the file and to its folder',
  },
  10: { name: 'SQLITE_IOERR', reason: 'the disk does not let it be read or written; it may be full' },
  11: { name: 'SQLITE_CORRUPT', reason: 'the file is damaged; a backup has to take its place' },
  13: { name: 'SQLITE_FULL', reason: 'the disk is full' },
  14: {
    name: 'SQLITE_CANTOPEN',
    reason: 'it cannot be opened; who runs this needs the right to read and to write it and its folder',
  },
  26: { name: 'SQLITE_NOTADB', reason: 'the file is no database' },
}

/**
 * What is thrown where SQLite failed: a 503 where somebody else writes, or the file or the disk refused, else the error itself.
 * @param path of the file, null for a temporary one
 */
export function translateSqliteError(thrown: unknown, path: string | null): unknown {
  const code = readCode(thrown) ?? 0
  if (code === SQLITE_BUSY) return new DatabaseBusyError(thrown)
  return CODES[code] ? refuse(path, CODES[code]) : thrown
}

/** What is thrown where a file may only be read. */
export function readOnlyError(path: string): Error {
  return refuse(path, CODES[SQLITE_READONLY]!)
}

function refuse(path: string | null, { name, reason }: Code): Error {
  return unavailableError(
    new DatabaseError(
      `${path === null ? 'A temporary database' : `The database ${path}`} cannot be used: ${reason}`,
      name,
    ),
  )
}

function readCode(error: unknown): number | undefined {
  // Extended codes hold the plain one in their lowest byte.
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}
