import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseError } from './platform/database-error.ts'
import type { SqliteSettings } from './platform/settings/database-settings.ts'

const RIGHTS = 'the right to create and change files in it'

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file; choose or create a folder',
  ENOTDIR: 'a part of its path is a file; choose or create a folder',
  EROFS: 'its file system is read-only; make it writable, or choose another folder',
  ENOENT: 'a link in its path leads to a folder that does not exist; create that folder, or choose another one',
}

/**
 * Finds out whether a database file cannot be used because of its folder.
 * @returns an error with the setting, the folder and what it needs; undefined if the folder is not the reason
 */
export function explainFolder({ path, setting }: SqliteSettings): DatabaseError | undefined {
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true })
    rmdirSync(mkdtempSync(join(folder, 'unfinished-')))
    return undefined
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = code === 'EACCES' || code === 'EPERM' ? explainDenied(folder) : REASONS[code]
    if (reason === undefined) return undefined
    const subject = `${setting === undefined ? 'The' : `${setting}: the`} folder ${folder}`
    return new DatabaseError(`${subject} cannot be used: ${reason}`, code, { cause: error })
  }
}

function explainDenied(folder: string): string {
  const user = `the user that runs Vitrine${process.geteuid ? ` (uid ${process.geteuid()})` : ''}`
  return isReachable(folder)
    ? `${user} needs ${RIGHTS}`
    : `${user} can neither reach nor create it; create it, and give that user ${RIGHTS}`
}

function isReachable(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
