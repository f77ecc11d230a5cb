import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { formatReference } from '../../shared/enquiry-items.ts'
import { buildNewEnquiry, ENQUIRY, PASTED, STORED_LIST } from '../support/enquiries.ts'
import { runCommand as run, spawnCommand, type CommandResult } from '../support/run-command.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { openSqliteStore, openTempEnquiries } from '../support/open-stores.ts'

const runCommand = (dataDir: string, ...args: string[]): Promise<CommandResult> =>
  run('enquiries', { DATA_DIR: dataDir }, ...args)

test('list shows open enquiries, and list --all shows answered ones below them', async () => {
  await using enquiries = await openTempEnquiries()
  const { dir, store } = enquiries
  const none = await spawnCommand('enquiries', { DATA_DIR: dir }, ['list'])
  expect(none).toEqual({ code: 0, out: 'No open enquiries.\n', err: '' })
  const old = await store.add(
    buildNewEnquiry({ request: 'old', items: [], receivedAt: new Date('2026-03-10T08:00:00Z') }),
  )
  const young = await store.add(
    buildNewEnquiry({ request: `young ${'x'.repeat(100)}`, items: [], receivedAt: new Date('2026-03-11T08:00:00Z') }),
  )
  const answered = await runCommand(dir, 'answered', formatReference(young.reference).toLowerCase())
  expect(answered).toEqual({ code: 0, out: `${formatReference(young.reference)} is marked as answered.\n`, err: '' })
  const open = await runCommand(dir, 'list')
  expect(open.out).toBe(`${formatReference(old.reference)}  2026-03-10 08:00 UTC  open      ${ENQUIRY.name}  old\n`)
  const all = (await runCommand(dir, 'list', '--all')).out.split('\n')
  expect(all).toHaveLength(3)
  expect(all[0]).toContain(formatReference(old.reference))
  expect(all[1]).toMatch(/answered .* young x+…$/)
})

test('list --suspected shows only suspected enquiries, show says so, and answered makes one a normal enquiry', async () => {
  await using enquiries = await openTempEnquiries()
  const { dir, store } = enquiries
  await store.add(buildNewEnquiry({ request: 'normal', items: [] }))
  const { reference } = await store.add(buildNewEnquiry({ request: 'odd', items: [], isSuspected: true }))
  expect((await runCommand(dir, 'list', '--suspected')).out).toMatch(/^\S+ .*  suspected  .*  odd\n$/)
  for (const args of [['list', '--all'], ['export']]) expect((await runCommand(dir, ...args)).out).not.toContain('odd')
  expect((await runCommand(dir, 'show', reference)).out).toContain('Suspected: yes, ')
  const exported = JSON.parse((await runCommand(dir, 'export', ENQUIRY.email)).out)
  expect(exported.enquiries).toMatchObject([{}, { enquiry: { request: 'odd', isSuspected: true } }])
  await runCommand(dir, 'answered', reference)
  expect((await runCommand(dir, 'list', '--suspected')).out).toBe('No suspected enquiries.\n')
  expect((await runCommand(dir, 'show', reference)).out).not.toContain('Suspected')
  expect((await runCommand(dir, 'list', '--all')).out).toMatch(/normal\n.* odd\n$/)
})

test('show prints all fields of the enquiry', async () => {
  await using enquiries = await openTempEnquiries()
  const { reference } = await enquiries.store.add(buildNewEnquiry({ items: STORED_LIST }))
  const { code, out } = await runCommand(enquiries.dir, 'show', reference)
  expect(code).toBe(0)
  for (const value of [
    ENQUIRY.name,
    ENQUIRY.email,
    ENQUIRY.phone,
    ENQUIRY.request,
    'April 1, 2460',
    'Answered: no\n',
    'Product: Oak chair\nVariant: Black stain\nArticle number: OC-B\nQuantity: 12\nPack size: 12\n',
    'Product: vanished-vase\nVariant: red: 3/4\nQuantity: 99999\nLine as pasted: 3 Stk. <vase>\t3/4\n',
    'Product: Bowl\nQuantity: 1\n',
  ]) {
    expect(out).toContain(value)
  }
})

test('export writes a row for each item, and one for an enquiry without items', async () => {
  await using enquiries = await openTempEnquiries()
  const { store, dir } = enquiries
  const [chair, ...others] = STORED_LIST
  const inDays = { ...chair!, orderTerms: { ...chair!.orderTerms, leadTime: '5-7' } }
  await store.add(
    buildNewEnquiry({ request: 'a list', items: [inDays, ...others], receivedAt: new Date('2026-03-11') }),
  )
  await store.add(buildNewEnquiry({ request: 'no items', items: [], receivedAt: new Date('2026-03-10') }))
  const { out } = await runCommand(dir, 'export')
  const rows = parse<Record<string, string>>(out, { bom: true, columns: true })
  const pick = (...columns: string[]) => rows.map((row) => columns.map((column) => row[column]))
  expect(pick('Product', 'Product name', 'Variant', 'Article number', 'Quantity', 'Note', 'Pasted line')).toEqual([
    ['oak-chair', 'Oak chair', 'Black stain', 'OC-B', '12', 'in 2 lots, "oiled" & <waxed>', ''],
    ['vanished-vase', '', 'red: 3/4', '', '99999', '', PASTED],
    ['bowl', 'Bowl', '', '', '1', '', ''],
    ['', '', '', '', '', '', ''],
  ])
  expect(pick('Pack size', 'Minimum quantity', 'Lead time')).toEqual([
    ['12', '24', '5–7 days'],
    ['', '', ''],
    ['', '', ''],
    ['', '', ''],
  ])
  expect(pick('Name', 'Request')).toEqual([
    ...STORED_LIST.map(() => [ENQUIRY.name, 'a list']),
    [ENQUIRY.name, 'no items'],
  ])
  expect((await runCommand(dir, 'list')).out).toContain('  12 × Oak chair, Black stain, OC-B; ')
})

test('export with an address in any spelling writes everything stored about that person as JSON, and delete removes an enquiry', async () => {
  await using enquiries = await openTempEnquiries()
  const { store, dir } = enquiries
  const given = buildNewEnquiry({ items: STORED_LIST, email: 'Jo@Müller.example', isMailed: true })
  const { reference } = await store.add(given)
  await store.markMailSent({ kind: 'owner', reference }, new Date('2026-03-10T08:00:00Z'))
  await store.add(buildNewEnquiry({ request: 'of someone else' }))
  const path = join(dir, 'jo.json')
  const spelling = 'jo@xn--mller-kva.example'
  expect(await runCommand(dir, 'export', spelling, path)).toEqual({ code: 0, out: '', err: '' })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    email: spelling,
    enquiries: [
      {
        enquiry: await store.find(reference),
        deduplicationKey: ENQUIRY.request,
        mail: { attempts: 1, dueAt: given.receivedAt.toISOString(), sentAt: '2026-03-10T08:00:00.000Z' },
        confirmation: null,
      },
    ],
  })
  expect(await runCommand(dir, 'delete', formatReference(reference))).toEqual({
    code: 0,
    out: `${formatReference(reference)} is deleted. Backups still contain it.\n`,
    err: '',
  })
  const typed = 'JO@müller.example'
  const { out } = await runCommand(dir, 'export', typed)
  expect(JSON.parse(out)).toEqual({ email: typed, enquiries: [] })
  expect(await store.list('all')).toMatchObject([{ request: 'of someone else' }])
  for (const name of ['vitrine.db', 'vitrine.db-wal'])
    expect((await readFile(join(dir, name))).includes('in 2 lots'), name).toBe(false)
})

test('export writes CSV without spreadsheet formulas, in the site’s time zone, to a file that only its owner can access', async () => {
  await using enquiries = await openTempEnquiries()
  const { dir, store } = enquiries
  const catalog = await openSqliteStore(join(dir, 'vitrine.db'))
  await catalog.write((writer) => writer.putSite({ ...NEUTRAL_SITE, timeZone: 'Europe/Berlin' }))
  await catalog.close()
  const { reference } = await store.add(
    buildNewEnquiry({
      receivedAt: new Date('2026-03-10T23:30:00Z'),
      name: '=HYPERLINK("https://evil.example","x")',
      request: 'Two "lines",\nand\u00E4',
      phone: null,
    }),
  )
  await store.markAnswered(reference, new Date('2026-07-01T08:00:00Z'))
  expect((await runCommand(dir, 'list', '--all')).out).toContain('  2026-03-11 00:30 Europe/Berlin  ')
  // A reference may be typed in lower case and with a space.
  const spaced = [reference.slice(0, 4).toLowerCase(), reference.slice(4)]
  expect((await runCommand(dir, 'show', ...spaced)).out).toContain('Answered: 2026-07-01 10:00 Europe/Berlin')
  const path = join(dir, 'enquiries.csv')
  expect(await runCommand(dir, 'export', path)).toEqual({ code: 0, out: '', err: '' })
  const csv = await readFile(path, 'utf8')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await runCommand(dir, 'export')).out).toBe(csv)
  const [row] = parse<Record<string, string>>(csv, { bom: true, columns: true })
  expect(row).toMatchObject({
    Received: '2026-03-11 00:30',
    Answered: '2026-07-01 10:00',
    Name: '\'=HYPERLINK("https://evil.example","x")',
    Request: 'Two "lines",\nandä',
    Telephone: '',
  })
})

test.each([
  [['show', 'AAAAAAAA'], 1, 'There is no enquiry AAAA-AAAA.\n'],
  [['answered', 'AAAAAAAA'], 1, 'There is no enquiry AAAA-AAAA.\n'],
  [['delete', 'AAAAAAAA'], 1, 'There is no enquiry AAAA-AAAA.\n'],
])('the enquiries command with %j exits with code %i', async (args, code, message) => {
  await using enquiries = await openTempEnquiries()
  const result = await runCommand(enquiries.dir, ...args)
  expect(result).toMatchObject({ code, out: '' })
  expect(result.err).toContain(message)
})

test('--help prints the usage, and list fails without creating a missing database', async () => {
  await using folder = await makeTemporaryFolder()
  expect(await runCommand(folder.path, '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Usage: npm run enquiries') as unknown,
  })
  expect(await runCommand(folder.path, 'list')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no database at') as unknown,
  })
  expect(existsSync(join(folder.path, 'vitrine.db'))).toBe(false)
})
