import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { describeDatabaseFailure } from '../../server/commands/database-failure.ts'
import { openDatabase, prepareDatabase } from '../../server/catalog/store/sqlite/open-database.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const CLEAR_LINE = 'The database is busy: an import is running. Nothing was changed. Try again when it is done.'

const openInHaste = (path: string) => openDatabase(path, 20).close()

const prepareInHaste = (path: string) =>
  prepareDatabase(path, (database) => database.exec('PRAGMA busy_timeout = 20; BEGIN IMMEDIATE'))

test.each([
  ['opening a file that another process has locked', 'CREATE TABLE first (value)', 'BEGIN EXCLUSIVE', openInHaste],
  ['preparing a file that another process is writing', 'PRAGMA journal_mode = WAL', 'BEGIN IMMEDIATE', prepareInHaste],
])('%s fails with a clear message after the busy timeout', async (_what, mode, begin, wait) => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const other = new DatabaseSync(path)
  other.exec(`${mode}; ${begin}`)
  expect(findLine(() => wait(path))).toBe(CLEAR_LINE)
  other.exec('ROLLBACK')
  wait(path)
  other.close()
})

function findLine(attempt: () => unknown): string | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return describeDatabaseFailure(error, ' Nothing was changed.')
  }
}
