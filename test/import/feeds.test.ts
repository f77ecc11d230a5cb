import { expect, test } from 'vitest'
import { runCatalogCommand } from '../../server/commands/catalog-command.ts'
import { type DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { CollectedText, NO_TERMINAL } from '../support/run-command.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { LOOPBACK_RULES, type Respond, startSupplier } from '../support/supplier.ts'

const writeProducts = (count: number, word: string) =>
  writeShopifyCsv(Array.from({ length: count }, (_, i) => ({ ...BOWL, Handle: `bowl-${i}`, Title: `${i} ${word}` })))

const report = (out: string) => ({ code: 0, out: expect.stringContaining(out) as string })

/** A supplier whose file changes, with or without an ETag. */
function respondWith(feed: { text: string; etag: string | null; requests: unknown[] }): Respond {
  return (res, { headers }) => {
    feed.requests.push(headers['if-none-match'])
    if (feed.etag !== null && headers['if-none-match'] === feed.etag) return res.writeHead(304).end()
    if (feed.etag !== null) res.setHeader('etag', feed.etag)
    return res.end(feed.text)
  }
}

async function openFeed(kind: (typeof DATABASE_KINDS)[number], feed: Parameters<typeof respondWith>[0]) {
  const resources = new AsyncDisposableStack()
  const database = resources.use(await openDatabase(kind))
  const stores = resources.use(await database.open())
  const supplier = resources.use(await startSupplier({ '/list.csv': respondWith(feed) }))
  const run = async (...options: string[]) => {
    const [stdout, stderr] = [new CollectedText(), new CollectedText()]
    const code = await runCatalogCommand(['import', `${supplier.url}/list.csv`, ...options], {
      stdin: NO_TERMINAL,
      stdout: stdout.stream,
      stderr: stderr.stream,
      env: database.settings,
      downloadRules: LOOPBACK_RULES,
    })
    return { code, out: stdout.text, err: stderr.text }
  }
  const countChanges = async () => (await stores.catalog.listChanges()).length
  return { stores, run, countChanges, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

test('PostgreSQL: of five imports of a feed, two change the catalogue, two find nothing new, and one is refused with its numbers', async () => {
  const feed = { text: writeProducts(20, 'bowl'), etag: '"one"' as string | null, requests: [] as unknown[] }
  await using opened = await openFeed('postgres', feed)
  const { run, countChanges } = opened
  const repeat = () => run('--if-changed', '--min-share', '0.9')
  expect(await repeat()).toMatchObject(report('20 new'))
  expect(await repeat()).toMatchObject(report('has not changed'))
  Object.assign(feed, { text: writeProducts(18, 'dish'), etag: '"two"' })
  expect(await repeat()).toMatchObject(report('18 changed'))
  // A server that forgets its ETag sends the same bytes again.
  feed.etag = null
  expect(await repeat()).toMatchObject(report('has not changed'))
  expect(await countChanges()).toBe(2)
  feed.text = writeProducts(16, 'cup')
  expect((await repeat()).err).toMatch(
    /list\.csv: only 16 products of the file can be used; the last file had 18, of which --min-share 0\.9 needs 17/,
  )
  expect(await countChanges()).toBe(2)
  expect(feed.requests).toEqual([undefined, '"one"', '"one"', '"two"', undefined])
  expect((await run('--if-changed', '--min-share', '0')).code).toBe(0)
  expect((await repeat()).out).toContain('has not changed')
})

test('a feed is imported again with other options, and after a dry run or a strict import that changed nothing', async () => {
  const feed = { text: writeProducts(2, 'bowl'), etag: '"one"', requests: [] }
  await using opened = await openFeed('sqlite', feed)
  const { run } = opened
  expect(await run('--if-changed', '--dry-run')).toMatchObject(report('2 new'))
  expect(await run('--if-changed')).toMatchObject(report('2 new'))
  expect(await run('--if-changed', '--format', 'shopify')).toMatchObject(report('0 changed, 2 unchanged'))
  expect(await run('--if-changed', '--format', 'shopify')).toMatchObject(report('has not changed'))
  feed.text = writeShopifyCsv([
    { ...BOWL, Handle: 'bowl-0' },
    { ...BOWL, Handle: 'bowl-1', 'Variant Price': 'cheap' },
  ])
  feed.etag = '"two"'
  expect(await run('--if-changed', '--strict')).toMatchObject({ code: 1 })
  expect(await run('--if-changed', '--strict')).toMatchObject({ code: 1 })
  expect(await run('--if-changed')).toMatchObject({ code: 1 })
  expect(await run('--if-changed')).toMatchObject(report('has not changed'))
})
