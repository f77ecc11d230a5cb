import { expect, test } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { LIST_MAX_BYTES, writeMatch, type ListResponse } from '../../shared/part-list.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { fillIn } from '../../shared/messages/fill-in.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { readHtml } from '../support/read-html.ts'
import { startServer, useServer, type TestServer } from '../support/start-server.ts'

const texts = serverTextsFor({ locale: 'en' }).pastedList
const LIST_URL = `${CONTACT_PATH}?list`

const PRODUCTS = ['ABC-1234', 'ABC-1235', 'TWIN-7', 'twin 7'].map((sku, index) =>
  buildProduct({ slug: `screw-${index}`, name: `Screw ${index}`, variants: [buildVariant({ sku })] }),
)

const server = await useServer({ products: PRODUCTS })

/** Sends a list as scripts do. */
const resolve = (text: string, { request }: TestServer = server) =>
  request.post(LIST_URL).set('Accept', 'application/json').field('text', text)

const match = (screw: number, quantity: number) => ({ product: `screw-${screw}`, quantity })

test('resolves a list as JSON: found, several, similar, missing', async () => {
  const text = '20 x ABC-1234\nTWIN7; 3\nABC-123A 4 pcs\nNOTHING-LIKE-IT'
  const response = await resolve(text).expect(200).expect('Cache-Control', 'private, no-store')
  expect(response.body).toMatchObject({
    items: [],
    list: {
      lines: [
        { text: '20 x ABC-1234', state: 'found', matches: [{ ...match(0, 20), variant: null, sku: 'ABC-1234' }] },
        { state: 'several', matches: [match(2, 3), match(3, 3)] },
        { state: 'similar', matches: expect.arrayContaining([expect.objectContaining(match(0, 4))]) as unknown },
        { text: 'NOTHING-LIKE-IT', state: 'missing', matches: [] },
      ],
      isCut: false,
      problem: null,
    },
  })
  expect(response.body).not.toHaveProperty('unmatched')
})

test('rejects other media types and forms of other sites', async () => {
  const post = () => server.request.post(LIST_URL)
  expect((await post().set('Content-Type', 'text/plain').send('a')).status).toBe(415)
  expect((await post().send({ text: 'a' })).status).toBe(415)
  expect((await post().set('Content-Type', 'multipart/form-data; boundary=x').send('--y')).status).toBe(400)
  expect((await post().set('Sec-Fetch-Site', 'cross-site').field('text', 'a')).status).toBe(403)
  expect((await server.request.get(LIST_URL)).status).toBe(200)
})

const rowsOf = (html: string) => readHtml(html).attributes('[name="line"]', 'value')

test('a form without scripts shows each line with its products, as text and as a file in several encodings', async () => {
  const pasted = await server.request.post(LIST_URL).field('text', '20 x ABC-1234\nTWIN7; 3')
  expect([pasted.status, rowsOf(pasted.text)]).toEqual([200, ['20 x ABC-1234', 'TWIN7; 3']])
  expect(pasted.text).toContain('<meta name="robots" content="noindex">')
  for (const text of ['Screw 0', 'Screw 2', 'Screw 3', texts.states.several]) expect(pasted.text).toContain(text)
  const csv = 'Größe;Menge\r\nABC-1234;20\r\n'
  const encodings = [
    Buffer.from(csv),
    Buffer.from(`\uFEFF${csv}`),
    Buffer.from(csv, 'latin1'),
    Buffer.from(`\uFEFF${csv}`, 'utf16le'),
  ]
  for (const bytes of encodings) {
    const file = await server.request.post(LIST_URL).field('text', '').attach('file', bytes, 'list.csv')
    expect(rowsOf(file.text)).toContain('ABC-1234;20')
    expect(file.text).not.toContain('\uFFFD')
  }
})

test.each([
  [' \n', 422, 'empty', texts.empty],
  [
    `Z${'x'.repeat(LIST_MAX_BYTES)}`,
    413,
    'too-long',
    fillIn(texts.tooLong, { kilobytes: String(LIST_MAX_BYTES / 1_024) }),
  ],
])('JSON and the form say why %.5j has no lines, and the form has its text', async (text, status, problem, message) => {
  const response = await resolve(text)
  expect([response.status, (response.body as ListResponse).list]).toMatchObject([status, { lines: [], problem }])
  const form = await server.request.post(LIST_URL).field('text', text)
  expect([form.status, form.text.includes(message), form.text.includes(text.trim())]).toEqual([status, true, true])
})

type Rows = readonly (readonly [line: string, choice: string, count: string])[]

const sendRows = (action: string, rows: Rows, fields: Readonly<Record<string, unknown>> = {}) =>
  server.request
    .post(LIST_URL)
    .type('form')
    .send({
      do: action,
      line: rows.map(([line]) => line),
      choice: rows.map(([, choice]) => choice),
      count: rows.map(([, , count]) => count),
      ...fields,
    })

const choose = (product: string) => writeMatch({ product, variant: null })

test('without scripts, checked lines become products, text and lines to decide; the list of the form is kept', async () => {
  const { status, text } = await sendRows(
    'add',
    [
      ['20 x ABC-1234', choose('screw-0'), '20'],
      ['NOTHING-LIKE-IT 4', 'text', '4'],
      ['TWIN7; 3', '', '3'],
      ['ABC-1235', choose('screw-1'), 'many'],
      ['left out', 'none', '1'],
    ],
    { item: 'screw-3:2', 'note-0': 'a note', 'pasted-0': 'an old line' },
  )
  expect(status).toBe(200)
  const page = readHtml(text)
  const valuesOf = (name: string) => [...new Set(page.attributes(`input[name="${name}"]`, 'value'))]
  expect(valuesOf('item')).toEqual(expect.arrayContaining(['screw-3:2', 'screw-0:20']))
  expect(['note-0', 'pasted-0', 'pasted-1'].map(valuesOf)).toEqual([['a note'], ['an old line'], ['20 x ABC-1234']])
  expect(page.find('textarea[name="request"]').text).toBe('NOTHING-LIKE-IT 4')
  expect(rowsOf(text)).toEqual(['TWIN7; 3', 'ABC-1235'])
  expect(text).toContain(texts.chooseProduct)
  expect(text).not.toContain('left out')
})

test('without scripts, changed lines are looked up again, and the others keep their choice', async () => {
  const { text } = await sendRows(
    'again',
    [
      ['ABC-1235; 6', choose('screw-0'), '1'],
      ['TWIN7; 3', choose('screw-3'), '9'],
    ],
    { checked: ['ABC-1234', 'TWIN7; 3'] },
  )
  const page = readHtml(text)
  expect(page.attributes('option[selected]', 'value')).toEqual([choose('screw-1'), choose('screw-3')])
  expect(page.attributes('[name="count"]', 'value')).toEqual(['6', '9'])
})

test('counts lines that found nothing as searches in vain, but none of a robot, and logs no line', async () => {
  await using own = await startServer({ products: PRODUCTS })
  const counted: string[] = []
  const recorder = own.context.unmatchedSearches!
  recorder.count = (text) => void counted.push(text)
  await resolve('20 x ABC-1234\n5 pcs NOTHING-LIKE-IT\nABC-123A\t4', own)
  expect(counted).toEqual(['NOTHING-LIKE-IT', 'ABC-123A'])
  await own.request.post(LIST_URL).set('User-Agent', 'Googlebot/2.1').field('text', 'NOTHING-ELSE-9')
  expect(counted).toHaveLength(2)
  await own.request.post(LIST_URL).field('text', 'NOTHING-MORE-8')
  expect(counted.at(-1)).toBe('NOTHING-MORE-8')
  expect(JSON.stringify(own.logLines)).not.toContain('NOTHING')
})

test('the contact page has the form for part lists only if the site enables it, or after a list was sent', async () => {
  await using offering = await startServer({ site: { ...NEUTRAL_SITE, partLists: true } })
  const responses = await Promise.all([
    server.request.get(CONTACT_PATH),
    offering.request.get(CONTACT_PATH),
    server.request.post(LIST_URL).field('text', '20 x ABC-1234'),
  ])
  expect(responses.map(({ text }) => text.includes('name="text"'))).toEqual([false, true, true])
})

test('limits the lists of each client', async () => {
  await using own = await startServer({ products: PRODUCTS })
  for (let count = 0; count < 120; count++) expect((await resolve('ABC-1234', own)).status).toBe(200)
  expect((await resolve('ABC-1234', own)).status).toBe(429)
  expect((await own.request.post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
})
