import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCopy } from '../../server/commands/copy.ts'
import { UsageError } from '../../server/commands/parse-arguments.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { CollectedText } from '../support/run-command.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const OUTPUT = { stdout: new CollectedText().stream, stderr: new CollectedText().stream }

test.each([
  ['from a database to itself', 'DATABASE_URL', '%/vitrine.db', '"copy" needs two databases; both are the same.'],
  ['from a file that does not exist', '%/nowhere.db', 'DATABASE_URL', 'There is no database at '],
  [
    'from a database of an unknown kind',
    'mysql://owner:secret@host/shop',
    'DATABASE_URL',
    '"copy" accepts postgres://user@host:5432/name, the path of a file, and the name of an environment variable',
  ],
  ['from a variable that is not set', 'SOURCE_URL', 'DATABASE_URL', 'The environment variable SOURCE_URL is not set.'],
  [
    'from a variable whose value is not an address',
    'BROKEN_URL',
    'DATABASE_URL',
    'BROKEN_URL: its value must be an address such as postgres://user:password@host:5432/name, or sqlite: with a path',
  ],
])('a copy %s is refused and creates no database', async (_what, from, to, message) => {
  await using folder = await makeTemporaryFolder()
  const inFolder = (text: string) => text.replace('%', folder.path)
  const refusal: unknown = await runCopy(
    { from: inFolder(from), to: inFolder(to), force: false },
    readDatabaseSettings(undefined, folder.path),
    { ...OUTPUT, env: { BROKEN_URL: 'mysql://owner:secret@host/shop' } },
  ).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UsageError)
  expect(String(refusal)).toContain(message)
  expect(String(refusal)).not.toContain('secret')
  expect(['vitrine.db', 'nowhere.db'].filter((name) => existsSync(join(folder.path, name)))).toEqual([])
})

test('copies between databases whose addresses are in environment variables', async () => {
  await using folder = await makeTemporaryFolder()
  const inFolder = (name: string) => join(folder.path, name)
  await using stores = await openStores({ kind: 'sqlite', path: inFolder('source.db') })
  await stores.enquiries.add(buildNewEnquiry())
  const env = { SOURCE_URL: `sqlite:${inFolder('source.db')}`, TARGET_URL: `sqlite:${inFolder('target.db')}` }
  await runCopy({ from: 'SOURCE_URL', to: 'TARGET_URL', force: false }, readDatabaseSettings(undefined, folder.path), {
    ...OUTPUT,
    env,
  })
  await using target = await openStores({ kind: 'sqlite', path: inFolder('target.db') })
  expect(await target.enquiries.list('all')).toEqual(await stores.enquiries.list('all'))
  expect(existsSync(inFolder('vitrine.db'))).toBe(false)
})
