import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { describeFailure } from '../../server/commands/command-line.ts'
import { openDatabase } from '../../server/catalog/store/sqlite/open-database.ts'
import { SqliteDatabase } from '../../server/catalog/store/sqlite/sqlite-database.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const CLEAR_LINE = 'The database is busy: an import is running. Nothing was changed. Try again when it is done.'

const openInHaste = async (path: string) => openDatabase(path, 20).close()

async function writeInHaste(path: string): Promise<void> {
  const database = new SqliteDatabase(path, { busyLimitMs: 20 })
  try {
    await database.run('CREATE TABLE second (value)')
  } finally {
    await database.close()
  }
}

test.each([
  ['opening a file that another process has locked', 'CREATE TABLE first (value)', 'BEGIN EXCLUSIVE', openInHaste],
  ['writing to a file that another process is writing', 'PRAGMA journal_mode = WAL', 'BEGIN IMMEDIATE', writeInHaste],
])('%s fails with a clear message after the busy timeout', async (_what, mode, begin, wait) => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const other = new DatabaseSync(path)
  other.exec(`${mode}; ${begin}`)
  expect(await findLine(() => wait(path))).toBe(CLEAR_LINE)
  other.exec('ROLLBACK')
  await wait(path)
  other.close()
})

async function findLine(attempt: () => Promise<void>): Promise<string | undefined> {
  try {
    await attempt()
    return undefined
  } catch (error) {
    return describeFailure(error, ' Nothing was changed.')
  }
}
