import { Console } from 'node:console'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { CatalogSource } from '../../shared/site.ts'
import type { SourceState } from '../../server/background-state/source-store.ts'
import { checkCatalog } from '../../server/check/check-catalog.ts'
import type { Stores } from '../../server/databases/open-stores.ts'
import type { RefreshOptions } from '../../server/import/sources/refresh-source.ts'
import { refreshSources } from '../../server/import/sources/refresh-sources.ts'
import { createSourceMailer } from '../../server/import/sources/source-mail.ts'
import { SourceRunner, type SourceRunnerOptions } from '../../server/import/sources/source-runner.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { startMailServer } from '../support/mail-server.ts'
import { runRefresh } from '../../server/commands/refresh.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { CollectedText, runCommand } from '../support/run-command.ts'
import { startProcess } from '../support/start-process.ts'
import { LOOPBACK_RULES, type Respond, startSupplier } from '../support/supplier.ts'

const SOURCE_PROCESS = new URL('../support/source-process.ts', import.meta.url).pathname

/** Writes a file of products whose names end with a word. */
const writeProducts = (count: number, word = 'bowl') =>
  writeShopifyCsv(Array.from({ length: count }, (_, i) => ({ ...BOWL, Handle: `bowl-${i}`, Title: `${i} ${word}` })))

const send =
  (text: string): Respond =>
  (res) =>
    res.end(text)

const setSources = ({ catalog }: Stores, sources: readonly CatalogSource[]) =>
  catalog.write(async (writer) => writer.putSite({ ...(await writer.readSite()), sources }))

const refresh = async (stores: Stores, options: Partial<RefreshOptions & { isDueOnly: boolean }> = {}) => {
  const { isDueOnly = false, ...rest } = options
  const all = { isRepeated: false, isForced: false, siteUrl: 'https://vitrine.example', rules: LOOPBACK_RULES, ...rest }
  const runs = (await refreshSources(stores, all, { isDueOnly }))!
  return runs.map(({ result, reason, products }) => ({ result, reason, products }))
}

/** Sums the names of all products up. */
async function listNames({ catalog }: Stores): Promise<readonly string[]> {
  return catalog.read(async (reader) => {
    const names: string[] = []
    for await (const { name, visibility } of reader.scanProducts()) if (visibility === 'public') names.push(name)
    return names.toSorted()
  })
}

test.each(DATABASE_KINDS)('%s: a source is imported, and again only if its file has changed', async (kind) => {
  const conditions: unknown[] = []
  const responses: Record<string, Respond> = {
    '/tagged.csv': (res, { headers }) => {
      conditions.push([headers['if-none-match'], headers['if-modified-since']])
      if (headers['if-none-match'] === '"one"') return res.writeHead(304).end()
      return res
        .setHeader('etag', '"one"')
        .setHeader('last-modified', 'Thu, 26 Nov 2026 06:00:00 GMT')
        .end(writeProducts(3))
    },
  }
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  const source = { address: `${supplier.url}/tagged.csv`, times: ['06:00'] }
  await setSources(stores, [source])
  const imported = { result: 'imported', reason: null, products: { created: 3, changed: 0, unchanged: 0, skipped: 0 } }
  const unchanged = { result: 'unchanged', reason: null, products: null }
  expect(await refresh(stores)).toEqual([imported])
  expect(await refresh(stores)).toEqual([unchanged])
  const before = [undefined, undefined]
  expect(conditions).toEqual([before, ['"one"', 'Thu, 26 Nov 2026 06:00:00 GMT']])
  expect((await stores.catalog.listChanges())[0]!.description!.source).toBe(`import ${source.address}`)

  // A server without validators: the bytes are compared.
  responses['/tagged.csv'] = send(writeProducts(3))
  expect(await refresh(stores)).toEqual([unchanged])
  responses['/tagged.csv'] = send(writeProducts(4, 'cup'))
  const changed = { ...imported, products: { created: 1, changed: 3, unchanged: 0, skipped: 0 } }
  expect(await refresh(stores)).toEqual([changed])
  expect(await listNames(stores)).toEqual(['0 cup', '1 cup', '2 cup', '3 cup'])

  // What the owner undoes stays undone until the file changes or the owner asks; so does a source with other settings.
  await stores.catalog.rollback()
  expect(await refresh(stores)).toEqual([unchanged])
  expect(await refresh(stores, { isRepeated: true })).toEqual([changed])
  await setSources(stores, [{ ...source, prune: true }])
  expect(await refresh(stores)).toMatchObject([{ result: 'imported', products: { unchanged: 4 } }])
})

test.each(DATABASE_KINDS)('%s: a source in a further language brings its texts alone', async (kind) => {
  const german =
    '<BMECAT><HEADER><CATALOG><LANGUAGE>deu</LANGUAGE></CATALOG></HEADER><T_NEW_CATALOG><PRODUCT><SUPPLIER_PID>B1</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Schale</DESCRIPTION_SHORT></PRODUCT_DETAILS></PRODUCT></T_NEW_CATALOG></BMECAT>'
  await using supplier = await startSupplier({
    '/en.csv': send('Slug,Name,SKU,Price\nbowl,Bowl,B1,9\n'),
    '/de.xml': send(german),
  })
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  await stores.catalog.write(async (writer) =>
    writer.putSite({ ...(await writer.readSite()), locale: 'en', languages: ['en', 'de'] }),
  )
  const [english, other] = ['/en.csv', '/de.xml'].map((path) => ({ address: supplier.url + path, times: ['06:00'] }))
  await setSources(stores, [english!, other!])
  expect(await refresh(stores)).toMatchObject([
    { result: 'imported' },
    { result: 'refused', reason: expect.stringContaining('a source or a pushed file, "language" says so') as string },
  ])
  await setSources(stores, [
    { ...english!, language: 'en', prune: true },
    { ...other!, language: 'de' },
  ])
  expect(await refresh(stores)).toMatchObject([{ products: { unchanged: 1 } }, { products: { changed: 1 } }])
  expect(await stores.catalog.write((writer) => writer.findProduct('bowl'))).toMatchObject({
    name: 'Bowl',
    variants: [{ priceMinor: 900 }],
    translations: { de: { name: 'Schale' } },
  })
  await setSources(stores, [{ ...other!, language: 'fr' }])
  expect(await refresh(stores)).toMatchObject([
    { result: 'refused', reason: expect.stringMatching(/^"fr" is none of the site's languages \(en, de\)/) as string },
  ])
})

test.each(DATABASE_KINDS)('%s: a file that looks wrong changes nothing, and the owner is told once', async (kind) => {
  const responses: Record<string, Respond> = { '/list.csv': send(writeProducts(20)) }
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  const address = `${supplier.url}/list.csv`
  await setSources(stores, [{ address, times: ['06:00'] }])
  await refresh(stores)
  const { revision } = stores.catalog
  const [header, ...rows] = writeProducts(20, 'plate').split('\n')
  const withoutTexts = [header!.replace('Body (HTML)', 'Surprise'), ...rows].join('\n')
  const cases: readonly (readonly [string, RegExp, number?])[] = [
    ['', /^the file is empty$/],
    [header!, /^line 1: the file has a header, but no rows$/],
    [withoutTexts, /^the file lacks columns that it had before: Body \(HTML\)$/],
    [writeProducts(17, 'plate'), /^only 17 products of the file can be used; the last file had 20/],
    [
      writeProducts(20, 'plate').replaceAll(BOWL['Variant Price']!, 'cheap'),
      /^only 0 products of the file can be used; the last file had 20/,
    ],
    [
      'a,b\n1,2\n',
      /^line 1: the columns are not those of a known format: a, b\. Import such a file with "npm run catalog -- import FILE"/,
    ],
  ]
  for (const [text, reason] of cases) {
    responses['/list.csv'] = send(text)
    for (const isNoticeDue of [true, false]) {
      const [run] = await refresh(stores)
      expect(run).toEqual({ result: 'refused', reason: expect.stringMatching(reason) as string, products: null })
      expect((await stores.background.sources.find(address))!.isNoticeDue).toBe(isNoticeDue)
    }
  }
  expect(stores.catalog.revision).toBe(revision)
  expect(await listNames(stores)).toHaveLength(20)
  const { faults } = await checkCatalog(stores.catalog, undefined, stores.background)
  expect(faults.find((fault) => fault.kind === 'failedSource')!.entries).toMatchObject([{ slug: address }])

  // The last file is compared with, not the refused ones. The owner may accept a smaller one.
  responses['/list.csv'] = send(writeProducts(18, 'plate'))
  expect(await refresh(stores)).toMatchObject([{ result: 'imported', products: { changed: 18 } }])
  expect((await stores.background.sources.find(address))!.isNoticeDue).toBeUndefined()
  responses['/list.csv'] = send(writeProducts(5, 'cup'))
  expect(await refresh(stores)).toMatchObject([{ result: 'refused' }])
  expect(await refresh(stores, { isForced: true })).toMatchObject([{ result: 'imported', products: { changed: 5 } }])
  responses['/list.csv'] = send('')
  expect(await refresh(stores, { isForced: true })).toMatchObject([{ result: 'refused' }])
  expect(await refresh(stores)).toMatchObject([{ result: 'refused' }])
})

test.each(DATABASE_KINDS)('%s: a source that prunes unpublishes what its file lacks, up to a share', async (kind) => {
  const responses: Record<string, Respond> = { '/list.csv': send(writeProducts(20)) }
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  const source = { address: `${supplier.url}/list.csv`, times: ['06:00'], prune: true }
  await setSources(stores, [source])
  await refresh(stores)
  responses['/list.csv'] = send(writeProducts(18))
  expect(await refresh(stores)).toMatchObject([{ result: 'imported' }])
  expect(await listNames(stores)).toHaveLength(18)
  responses['/list.csv'] = send(writeProducts(9))
  expect(await refresh(stores)).toMatchObject([{ result: 'refused' }])
  await setSources(stores, [{ ...source, minimumShare: 0.5 }])
  expect(await refresh(stores)).toMatchObject([{ result: 'imported' }])
  expect(await listNames(stores)).toHaveLength(9)
})

const DAMAGED: Readonly<Record<string, readonly [Respond, RegExp]>> = {
  '/gone': [(res) => res.writeHead(404).end(), /status 404/],
  '/broken': [(res) => res.writeHead(500).end(), /status 500/],
  '/inside': [(res) => res.writeHead(302, { location: 'http://10.0.0.1/list.csv' }).end(), /in a private network/],
  '/page': [(res) => res.end('<!doctype html><title>Log in</title>'), /a web page instead of a file/],
  '/closed': [(res) => res.writeHead(429, { 'retry-after': '7200' }).end(), /status 429: it is busy/],
  '/cut': [(res) => res.writeHead(200, { 'content-length': 9_999 }).write('Handle', () => res.destroy()), /aborted/],
  // A server that was not asked with a condition must not respond with this.
  '/odd': [(res) => res.writeHead(304).end(), /status 304/],
}

test.each(
  DATABASE_KINDS.flatMap((kind) => Object.entries(DAMAGED).map(([path, damage]) => [kind, path, ...damage] as const)),
)('%s: a source that cannot be downloaded (%s) is tried again soon', async (kind, path, respond, reason) => {
  await using supplier = await startSupplier({ [path]: respond })
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  const address = supplier.url + path
  await setSources(stores, [{ address, times: ['06:00'] }])
  for (const [minutes, isNoticeDue] of [[10], [30], [90], [undefined, true], [undefined, false]] as const) {
    const startedAt = Date.now()
    expect(await refresh(stores)).toEqual([
      { result: 'failed', reason: expect.stringMatching(reason) as string, products: null },
    ])
    const state = (await stores.background.sources.find(address))!
    expect(state.isNoticeDue).toBe(isNoticeDue)
    const [delay, sinceStart] = [minutes && minutes * 60_000, state.retryAt && state.retryAt - startedAt]
    expect(sinceStart === undefined || delay === undefined ? sinceStart === delay : sinceStart >= delay).toBe(true)
    // Until then, nothing is due.
    await stores.background.sources.put(address, { ...state, doneUntil: Date.now() })
    expect(await refresh(stores, { isDueOnly: true })).toEqual([])
    if (!state.retryAt) continue
    await stores.background.sources.put(address, { ...state, retryAt: Date.now(), failures: state.failures! - 1 })
    expect(await refresh(stores, { isDueOnly: true })).toMatchObject([{ result: 'failed' }])
  }
})

test('an address has only variables of sources, and neither reports nor messages have their values', async () => {
  const responses: Record<string, Respond> = {
    '/list.csv?key=s3cret': send(writeProducts(1)),
    '/list.csv?key=s3cret&empty': send(''),
  }
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  const environment = { SOURCE_KEY: 's3cret', DATABASE_PASSWORD: 'hidden' }
  const address = `${supplier.url}/list.csv?key=\${SOURCE_KEY}`
  await setSources(stores, [
    { address, times: ['06:00'] },
    { address: `${address}&empty`, times: ['06:00'] },
    { address: `${supplier.url}/list.csv?key=\${DATABASE_PASSWORD}`, times: ['06:00'] },
  ])
  const options = {
    isRepeated: false,
    isForced: false,
    siteUrl: 'https://vitrine.example',
    rules: LOOPBACK_RULES,
    environment,
  }
  const runs = await refreshSources(stores, options)
  expect(runs).toMatchObject([
    { result: 'imported' },
    { result: 'refused' },
    { result: 'failed', reason: 'the variable DATABASE_PASSWORD of the address is not set' },
  ])
  expect(JSON.stringify([runs, await stores.catalog.listChanges()])).not.toMatch(/s3cret|hidden/)
  expect(supplier.asked).toEqual(Object.keys(responses))
})

test.each(DATABASE_KINDS)('%s: processes that are killed leave no half catalogue', async (kind) => {
  const responses: Record<string, Respond> = {}
  let files = 0
  responses['/list.csv'] = (res) => res.end(writeProducts(300, `of file ${++files}`))
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  await setSources(stores, [{ address: `${supplier.url}/list.csv`, times: ['06:00'] }])
  for (let round = 0; round < 3; round++) {
    const asked = supplier.asked.length
    {
      await using _first = database.startProcess(SOURCE_PROCESS)
      await using _second = database.startProcess(SOURCE_PROCESS)
      await expect.poll(() => supplier.asked.length).toBeGreaterThan(asked + round)
    }
    const words = new Set((await listNames(stores)).map((name) => name.replace(/^\d+ /, '')))
    expect(words.size).toBeLessThanOrEqual(1)
    // The lease of a killed process ends after two minutes; here it ends now.
    const { sourceLease } = stores.background
    expect(await sourceLease.take('test', Number.MAX_SAFE_INTEGER, 0)).toBe(true)
  }
  responses['/list.csv'] = send(writeProducts(300, 'at last'))
  expect(await refresh(stores)).toMatchObject([{ result: 'imported' }])
  expect(new Set((await listNames(stores)).map((name) => name.replace(/^\d+ /, '')))).toEqual(new Set(['at last']))
})

/** Starts the part of a server that refreshes sources. */
function startRunner(stores: Stores, options: Partial<SourceRunnerOptions> = {}) {
  const results: string[] = []
  const lines: Record<string, unknown>[] = []
  const runner = new SourceRunner({
    ...stores,
    logger: pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
    countRun: (result) => results.push(result),
    sendMail: null,
    refresh: async () => {
      const own = { isRepeated: false, isForced: false, siteUrl: 'https://vitrine.example', rules: LOOPBACK_RULES }
      return (await refreshSources(stores, own, { isDueOnly: true })) ?? []
    },
    pollIntervalMs: 20,
    ...options,
  })
  runner.start()
  return { results, lines, [Symbol.asyncDispose]: () => runner.stop() }
}

/** Makes a source due. */
async function makeDue({ background }: Stores, address: string): Promise<void> {
  const state = await background.sources.find(address)
  await background.sources.put(address, { ...state, doneUntil: 0 })
}

test.each(DATABASE_KINDS)('%s: one of two servers refreshes a source when its time comes', async (kind) => {
  const responses: Record<string, Respond> = { '/list.csv': send(writeProducts(2)) }
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  await using others = await database.open()
  const address = `${supplier.url}/list.csv`
  await setSources(stores, [{ address, times: ['06:00', '18:00'] }])
  await using first = startRunner(stores)
  await using second = startRunner(others)
  const countRuns = () => [...first.results, ...second.results]
  // A new source waits for its next time of day.
  await expect.poll(async () => (await stores.background.sources.find(address))?.doneUntil).toBeGreaterThan(0)
  expect(supplier.asked).toEqual([])
  await makeDue(stores, address)
  await expect.poll(countRuns).toEqual(['imported'])
  await makeDue(stores, address)
  await expect.poll(countRuns).toHaveLength(2)
  expect(countRuns().toSorted()).toEqual(['imported', 'unchanged'])
  const lines = [...first.lines, ...second.lines]
  expect(lines.toSorted((left, right) => Number(left['time']) - Number(right['time']))).toMatchObject([
    { level: 30, address, result: 'imported', products: { created: 2 }, msg: 'a source of products was refreshed' },
    { level: 30, address, result: 'unchanged' },
  ])
})

const refuseFirstMail = (count: number) => {
  if (count === 1) throw new Error('busy')
}

test('the owner is told by mail why a source was refused, again if the mail server was not available', async () => {
  const responses: Record<string, Respond> = { '/list.csv': send(writeProducts(20)) }
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  await using mailServer = await startMailServer({ onMail: refuseFirstMail })
  const address = `${supplier.url}/list.csv`
  await setSources(stores, [{ address, times: ['06:00'] }])
  await refresh(stores)
  responses['/list.csv'] = send(writeProducts(2))
  await makeDue(stores, address)
  const mail = { smtpUrl: mailServer.url, to: 'owner@vitrine.example' }
  const sendMail = createSourceMailer(mail, 'https://vitrine.example', stores.catalog)
  await using runner = startRunner(stores, { sendMail })
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const [{ to, source } = { to: [], source: '' }] = mailServer.mails
  expect(to).toEqual(['owner@vitrine.example'])
  const text = source.replaceAll('=\r\n', '')
  expect(text).toContain('Subject: Vitrine: a source of products was refused')
  expect(text).toContain('only 2 products of the file can be used; the last file had 20')
  expect(text).toContain('npm run catalog -- refresh --force')
  const isTold = async () => (await stores.background.sources.find(address))!.isNoticeDue
  await expect.poll(isTold).toBe(false)
  expect(runner.lines.map(({ msg }) => msg)).toEqual([
    'a source of products changed nothing',
    'the owner could not be told by mail about a source; another attempt follows later',
  ])
  // The same reason once more is no news.
  await makeDue(stores, address)
  await expect.poll(() => runner.results).toEqual(['refused', 'refused'])
  expect(await isTold()).toBe(false)
})

test('a refresh that fails is logged and tried again, and the stop of a server ends it', async () => {
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  const address = 'https://supplier.example/list.csv'
  await setSources(stores, [{ address, times: ['06:00'] }])
  await makeDue(stores, address)
  let attempts = 0
  const refreshNever = async (signal: AbortSignal) => {
    if (++attempts === 1) throw new Error('no memory')
    await once(signal, 'abort')
    throw signal.reason as Error
  }
  const lines = await (async () => {
    await using runner = startRunner(stores, { refresh: refreshNever })
    await expect.poll(() => attempts).toBe(2)
    return runner.lines
  })()
  expect(lines).toMatchObject([{ level: 50, err: { message: 'no memory' } }])
  expect((await stores.background.sources.find(address)) satisfies SourceState | undefined).toEqual({ doneUntil: 0 })
})

test('refresh prints reports or JSON, and its exit code says whether all sources are up to date', async () => {
  const responses: Record<string, Respond> = { '/a.csv': send(writeProducts(2)), '/b.csv': send('') }
  await using supplier = await startSupplier(responses)
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  const run = async (options: { address?: string; isDueOnly?: boolean; force?: boolean; json?: boolean } = {}) => {
    const [stdout, stderr] = [new CollectedText(), new CollectedText()]
    const args = {
      address: undefined,
      isDueOnly: false,
      force: false,
      json: false,
      ...options,
      command: 'refresh',
    } as const
    const settings = { siteUrl: 'https://vitrine.example', rules: LOOPBACK_RULES }
    const code = await runRefresh(stores, args, settings, new Console(stdout.stream, stderr.stream))
    return { code, out: stdout.text, err: stderr.text }
  }
  await expect(run()).rejects.toThrow(/The site has no sources. Add "sources" to its site.json/)
  expect(await run({ isDueOnly: true, json: true })).toEqual({ code: 0, out: '[]\n', err: '' })
  const [a, b] = [`${supplier.url}/a.csv`, `${supplier.url}/b.csv`]
  await setSources(stores, [
    { address: a, times: ['06:00'] },
    { address: b, times: ['06:00'] },
  ])
  await expect(run({ address: 'https://other.example/' })).rejects.toThrow(
    `No source has this address. Addresses: ${a}, ${b}`,
  )
  expect(await run({ address: a })).toMatchObject({ code: 0, out: expect.stringContaining('2 new') as string })
  expect(supplier.asked).toEqual(['/a.csv'])
  const refused = await run()
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('2 unchanged')
  expect(refused.out).toContain(`${b}: the file is empty. Nothing was changed.`)
  const due = await run({ isDueOnly: true, json: true })
  expect(due).toEqual({ code: 0, out: '[]\n', err: '' })
  await makeDue(stores, b)
  const { code, out } = await run({ isDueOnly: true, json: true })
  expect([code, JSON.parse(out)]).toEqual([
    1,
    [{ address: b, result: 'refused', reason: 'the file is empty', products: null }],
  ])
  expect(await stores.background.sourceLease.take('another process', Date.now(), Date.now() + 60_000)).toBe(true)
  expect(await run()).toEqual({
    code: 2,
    out: '',
    err: 'Another process is refreshing the sources now; try again later.\n',
  })
})

test('a server refreshes what was due while it was stopped, in a process of its own, unless it is told not to', async () => {
  await using database = await openDatabase('sqlite')
  const address = 'https://10.0.0.1/list.csv'
  const settings = { DATA_DIR: database.folder, METRICS_PORT: '0' }
  {
    await using stores = await database.open()
    await setSources(stores, [{ address, times: ['06:00'] }])
    await makeDue(stores, address)
  }
  const findLines = ({ logLines }: Awaited<ReturnType<typeof startProcess>>) =>
    logLines.filter((line) => line['address'] === address)
  {
    await using server = await startProcess({ environment: { ...settings, REFRESH_SOURCES: 'off' } })
    await fetch(server.url)
    expect(findLines(server)).toEqual([])
  }
  await using server = await startProcess({ environment: settings })
  await expect
    .poll(() => findLines(server))
    .toMatchObject([{ level: 40, result: 'failed', reason: expect.stringContaining('in a private network') as string }])
  const { metricsAddress } = server.logLines.find((line) => 'metricsAddress' in line)!
  const metrics = await (await fetch(String(metricsAddress))).text()
  expect(metrics).toContain('vitrine_source_runs_total{result="failed"} 1')
  expect(await runCommand('catalog', { DATA_DIR: database.folder }, 'check')).toMatchObject({
    code: 1,
    out: expect.stringContaining(address) as string,
  })
})
