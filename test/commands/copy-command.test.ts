import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStores } from '../../server/site.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { runCommand } from '../support/run-command.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

test.each([
  ['from a database to itself', 'DATABASE_URL', '%/vitrine.db', '"copy" needs two databases; both are the same.'],
  ['from a file that does not exist', '%/nowhere.db', 'DATABASE_URL', 'There is no database at '],
  [
    'from an address, which may have a password',
    'postgres://shop:secret@db.example/shop',
    'DATABASE_URL',
    'A database address cannot be an argument',
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
  const settings = { DATA_DIR: folder.path, BROKEN_URL: 'mysql://owner:secret@host/shop' }
  const { code, err } = await runCommand('catalog', settings, 'copy', inFolder(from), inFolder(to))
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).not.toContain('secret')
  expect(['vitrine.db', 'nowhere.db'].filter((name) => existsSync(join(folder.path, name)))).toEqual([])
})

test('copies between databases whose addresses are in environment variables', async () => {
  await using folder = await makeTemporaryFolder()
  const inFolder = (name: string) => join(folder.path, name)
  await using stores = await openStores({ kind: 'sqlite', path: inFolder('source.db') })
  await stores.enquiries.add(buildNewEnquiry())
  const env = { SOURCE_URL: `sqlite:${inFolder('source.db')}`, TARGET_URL: `sqlite:${inFolder('target.db')}` }
  const copied = await runCommand('catalog', { ...env, DATA_DIR: folder.path }, 'copy', 'SOURCE_URL', 'TARGET_URL')
  expect(copied).toEqual({
    code: 0,
    out: `${inFolder('target.db')}: 0 products, 0 categories, 0 pictures, 1 enquiry\n`,
    err: '',
  })
  await using target = await openStores({ kind: 'sqlite', path: inFolder('target.db') })
  expect(await target.enquiries.list('all')).toEqual(await stores.enquiries.list('all'))
  expect(existsSync(inFolder('vitrine.db'))).toBe(false)
})
