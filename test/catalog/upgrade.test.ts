import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { runCommand } from '../support/run-command.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { openSqliteStore } from '../support/open-stores.ts'

/**
 * A site that 1.1.0 wrote: an import of a folder in two languages, enquiries (the last one as 1.0.0 stored it), and a second
 * import, which changes a price and a name and unpublishes a product.
 */
const WRITTEN = join(import.meta.dirname, 'version-1.1.0')
const read = (name: string) => gunzipSync(readFileSync(join(WRITTEN, name)))
const ENQUIRIES = JSON.parse(readFileSync(join(WRITTEN, 'enquiries.json'), 'utf8')) as unknown

/** The last change also stored a mapping, which nothing reads any more, and the first settings of the site. */
const STORED_ENTRIES = "INSERT INTO undo (kind, key, document) VALUES ('mappings', '', '[]'), ('site', '', NULL)"

/** Tables that refer to others come first. */
const DELETE_ENQUIRIES = ['_language', '_line', '_item', '_product', '_mail', '_confirmation', '']
  .map((name) => `DELETE FROM enquiry${name}`)
  .join(';')

async function restore(kind: 'sqlite' | 'postgres', change = STORED_ENTRIES) {
  const folder = await makeTemporaryFolder()
  const database = kind === 'postgres' ? await createTestDatabase() : undefined
  if (database) await database.run(`${read('site.sql.gz').toString()};${change}`)
  else {
    const path = join(folder.path, 'vitrine.db')
    writeFileSync(path, read('site.sqlite.gz'))
    const file = new DatabaseSync(path)
    file.exec(change)
    file.close()
  }
  return {
    settings: { DATA_DIR: folder.path, ...(database && { DATABASE_URL: database.url }) },
    database: readDatabaseSettings(database?.url, folder.path, { setting: 'DATABASE_URL' }),
    async [Symbol.asyncDispose]() {
      await database?.[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

test.each(['sqlite', 'postgres'] as const)('opens a site that 1.1.0 stored in %s', async (kind) => {
  await using site = await restore(kind)
  {
    await using stores = await openStores(site.database)
    const enquiries: unknown[] = []
    for await (const records of stores.enquiries.scanRecords())
      for (const { enquiry, deduplicationKey, mail, confirmation } of records) {
        const { reference: _, receivedAt: __, answeredAt, ...rest } = enquiry
        enquiries.push({
          enquiry: rest,
          isAnswered: answeredAt !== null,
          deduplicationKey,
          isMailPending: mail !== null,
          isConfirmationPending: confirmation !== null,
        })
      }
    expect(enquiries).toEqual(ENQUIRIES)
    expect(await stores.enquiries.list('suspected')).toEqual([])
  }
  await using server = await startServer({ environment: site.settings })
  const chair = await server.request.get('/products/oak-chair')
  expect(chair.text).toContain('A chair of <b>solid</b> oak.')
  expect(chair.text).toContain('239.00')
  expect((await server.request.get('/de/products/eichenstuhl')).text).toContain('Eichenstuhl')
  expect((await server.request.get('/products?q=seat')).text).toContain('Oak chair')
  expect((await server.request.get('/category/bowls')).text).toContain('Matcha bowl')
  expect((await server.request.get('/about')).text).toContain('We make chairs.')
  expect((await server.request.get('/old-page')).headers['location']).toBe('/about')
  expect((await server.request.get('/products/old-vase')).status).toBe(404)
  const picture = /\/images\/[0-9a-f]+\/\d+\.webp/.exec(chair.text)![0]
  expect((await server.request.get(picture)).status).toBe(200)

  expect((await runCommand('catalog', site.settings, 'rollback')).code).toBe(0)
  await expect.poll(async () => (await server.request.get('/products/oak-chair')).text).toContain('249.00')
  expect((await server.request.get('/products/old-vase')).status).toBe(200)
})

test.each(['sqlite', 'postgres'] as const)('opens a site of 1.1.0 without enquiries in %s', async (kind) => {
  await using site = await restore(kind, DELETE_ENQUIRIES)
  await using stores = await openStores(site.database)
  expect(await stores.enquiries.list('all')).toEqual([])
  expect((await stores.enquiries.add(buildNewEnquiry())).isNew).toBe(true)
})

test('refuses a database of a version before 1.1.0 and says how to update it', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 20')
  database.close()
  await expect(openSqliteStore(path)).rejects.toThrow('Start it once with Vitrine 1.1.0')
  await using postgres = await createTestDatabase()
  await postgres.run(
    "CREATE TABLE schema_version (part text PRIMARY KEY, version integer NOT NULL); INSERT INTO schema_version VALUES ('catalog', 10)",
  )
  await expect(openStores(readDatabaseSettings(postgres.url, ''))).rejects.toThrow('Start it once with Vitrine 1.1.0')
})
