import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { useBuild } from '../support/builds.ts'
import { runCommand as run, type CommandResult } from '../support/run-command.ts'
import { BOWL, SHIRT, writeShopifyCsv } from '../support/shopify-csv.ts'
import { spawnServer } from '../support/start-process.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { openSqliteEnquiryStore, openSqliteStore } from '../support/open-stores.ts'
import { EnquiryStore } from '../../server/enquiries/enquiry-store.ts'

const runCommand = (databaseUrl: string, command: 'catalog' | 'enquiries', ...args: string[]): Promise<CommandResult> =>
  run(command, { DATABASE_URL: databaseUrl }, ...args)

test('commands use the PostgreSQL database of DATABASE_URL, and copy writes its site into a file', async () => {
  await using database = await createTestDatabase()
  await using files = await openTempCatalog()
  const path = await files.write('products.csv', writeShopifyCsv([BOWL, SHIRT]))
  expect(await runCommand(database.url, 'catalog', 'import', path)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/2 new, 0 changed/) as unknown,
  })
  const enquiries = await EnquiryStore.open(database.openPool())
  const { reference } = await enquiries.add(buildNewEnquiry({ request: 'Is it blue?' }))
  expect((await runCommand(database.url, 'enquiries', 'list')).out).toContain('Is it blue?')

  const target = join(files.dir, 'copy.db')
  expect(await runCommand(database.url, 'catalog', 'copy', 'DATABASE_URL', target)).toEqual({
    code: 0,
    out: `${target}: 2 products, 0 categories, 0 pictures, 1 enquiry\n`,
    err: '',
  })
  const [catalog, copied] = [await openSqliteStore(target), await openSqliteEnquiryStore(target)]
  expect((await catalog.findProduct('bowl'))?.name).toBe('Bowl')
  expect((await copied.find(reference))?.request).toBe('Is it blue?')
  await Promise.all([catalog.close(), copied.close()])

  const again = await runCommand(database.url, 'catalog', 'copy', 'DATABASE_URL', target)
  expect(again).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${target}: the target database already contains enquiries. Use --force`) as unknown,
  })
})

test('commands and server exit with the reason if the database login fails, without the password', async () => {
  await using database = await createTestDatabase()
  const wrong = new URL(database.url)
  Object.assign(wrong, { username: 'stranger', password: 's3cret' })
  const { ended, logLines, errorOutput } = spawnServer(await useBuild('production'), { DATABASE_URL: wrong.href })
  const [command, code] = await Promise.all([runCommand(wrong.href, 'catalog', 'stats'), ended])
  expect(command).toMatchObject({ code: 2, out: '' })
  expect(command.err).toMatch(
    /^The database at \S+ cannot be used: the (?:password or the user is wrong|user is not allowed to connect)\. Nothing was changed\.\n$/,
  )
  expect(code).toBe(1)
  expect(JSON.stringify(logLines.at(-1))).toMatch(/cannot be used: the (?:password|user)/)
  expect(JSON.stringify(logLines) + errorOutput()).not.toContain('s3cret')
})
