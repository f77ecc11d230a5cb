import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCopy } from '../../server/commands/copy.ts'
import { UsageError } from '../../server/commands/usage-error.ts'
import { readDatabaseSettings } from '../../server/database-settings.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

test.each([
  ['from a database to itself', 'DATABASE_URL', '%/vitrine.db', '"copy" needs two databases; both are the same.'],
  ['from where there is none', '%/nowhere.db', 'DATABASE_URL', 'There is no database at '],
  ['from a kind that nobody knows', 'mysql://owner:secret@host/shop', 'DATABASE_URL', '"copy" knows postgres://user:password@host:5432/name, the path of a file, and DATABASE_URL'],
])('a copy %s is refused, and nothing comes into being', async (_what, from, to, message) => {
  await using folder = await makeTemporaryFolder()
  const inFolder = (text: string) => text.replace('%', folder.path)
  const refusal: unknown = await runCopy({ from: inFolder(from), to: inFolder(to), force: false }, readDatabaseSettings(undefined, folder.path)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UsageError)
  expect(String(refusal)).toContain(message)
  expect(String(refusal)).not.toContain('secret')
  expect(['vitrine.db', 'nowhere.db'].filter((name) => existsSync(join(folder.path, name)))).toEqual([])
})
