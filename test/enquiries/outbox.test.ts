import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildConfirmationMail, buildOwnerMail } from '../../server/enquiries/enquiry-mail.ts'
import type { EnquiryStore } from '../../server/enquiries/enquiry-store.ts'
import { createEnquiryMailer } from '../../server/enquiries/mail-transport.ts'
import { Outbox } from '../../server/enquiries/outbox.ts'
import { createLogger } from '../../server/platform/log.ts'
import { formatReference } from '../../shared/enquiry-items.ts'
import {
  buildNewEnquiry,
  ENQUIRY,
  ENQUIRY_FORM,
  ITEM,
  NO_SNAPSHOT,
  STORED_ITEM,
  STORED_LIST,
} from '../support/enquiries.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { parseMail } from '../support/parse-mail.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { openSqliteEnquiryStore } from '../support/open-stores.ts'

const OWNER = 'owner@shop.example'

interface OpenedOutboxes extends AsyncDisposable {
  readonly store: EnquiryStore
  readonly log: () => string
  /** Starts an outbox with the same database, as another process does. */
  startOutbox(given?: Partial<ConstructorParameters<typeof Outbox>[0]>): Promise<Outbox>
}

async function openOutboxes(mailServer: Pick<MailServer, 'url'>): Promise<OpenedOutboxes> {
  const folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const lines: string[] = []
  const logger = createLogger({ logLevel: 'trace' }, { write: (line) => lines.push(line) })
  const send = createEnquiryMailer({ smtpUrl: mailServer.url, to: OWNER }, 'https://shop.example', {
    readSite: async () => NEUTRAL_SITE,
    inLanguage: async () => undefined,
  })
  const stores = [await openSqliteEnquiryStore(path)]
  const outboxes: Outbox[] = []
  return {
    store: stores[0]!,
    log: () => lines.join(''),
    async startOutbox(given = {}) {
      const enquiries = await openSqliteEnquiryStore(path)
      stores.push(enquiries)
      const outbox = new Outbox({
        enquiries,
        send,
        logger,
        sendsConfirmations: true,
        pollIntervalMs: 20,
        retryDelayMs: () => 0,
        ...given,
      })
      outboxes.push(outbox)
      outbox.start()
      return outbox
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(outboxes.map((outbox) => outbox.stop(1_000)))
      await Promise.all(stores.map((store) => store.close()))
      await folder[Symbol.asyncDispose]()
    },
  }
}

const add = (store: EnquiryStore, given: Parameters<typeof buildNewEnquiry>[0] = {}) =>
  store.add(buildNewEnquiry({ ...given, isMailed: true }))

/** Returns the header fields of a mail, unfolded. */
const headersOf = (source: string) =>
  source
    .slice(0, source.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')

test('the mail contains the whole enquiry, and its Reply-To is the visitor', async () => {
  await using mailServer = await startMailServer()
  await using opened = await openOutboxes(mailServer)
  const receivedAt = new Date('2026-03-10T08:05:09.123Z')
  const { reference } = await add(opened.store, {
    name: 'Jo Doe',
    request: 'Is it oiled?\n.\nAnd how long?',
    items: STORED_LIST,
    receivedAt,
  })
  await opened.startOutbox()
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const { from, to, source } = mailServer.mails[0]!
  expect([from, to]).toEqual([OWNER, [OWNER]])
  const mail = await parseMail(source)
  expect(mail).toMatchObject({
    from: { name: 'Vitrine', address: OWNER },
    to: [{ name: '', address: OWNER }],
    replyTo: [{ name: 'Jo Doe', address: ENQUIRY.email }],
    subject: `Enquiry ${formatReference(reference)}`,
    messageId: `<enquiry-${reference}@shop.example>`,
  })
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.headers.get('date')).toBe('Tue, 10 Mar 2026 08:05:09 +0000')
  const written = `${mail.text.trimEnd()}\n\n${mail.html}\n`.replaceAll(formatReference(reference), 'ABCD-2345')
  await expect(written.replaceAll(reference, 'ABCD2345')).toMatchFileSnapshot('owner-mail.txt')
})

const EVIL = 'Visit https://evil.example/win, www.evil.example or mailto:x@evil.example <b>now</b>'

test('the confirmation goes to the visitor with the reference and a copy of the enquiry, in which nothing typed is a link', async () => {
  await using mailServer = await startMailServer()
  await using opened = await openOutboxes(mailServer)
  const items = [
    { ...STORED_ITEM, note: EVIL },
    { ...ITEM, ...NO_SNAPSHOT, variant: EVIL },
  ]
  const { reference } = await add(opened.store, {
    name: EVIL,
    phone: '12345 evil.example',
    request: `${EVIL}\nsecond line`,
    items,
    receivedAt: new Date('2026-03-10T08:05:09.123Z'),
    confirmation: { day: '2026-03-10', counters: [] },
  })
  await opened.startOutbox()
  await expect.poll(() => mailServer.mails.length).toBe(2)
  const { from, to, source } = mailServer.mails[1]!
  expect([from, to]).toEqual([OWNER, [ENQUIRY.email]])
  const mail = await parseMail(source)
  expect(mail).toMatchObject({
    from: { name: 'Vitrine', address: OWNER },
    to: [{ name: '', address: ENQUIRY.email }],
    subject: `Your enquiry ${formatReference(reference)} to Vitrine`,
    messageId: `<confirmation-${reference}@shop.example>`,
  })
  expect(mail.replyTo).toBeUndefined()
  expect(mail.headers.get('auto-submitted')).toBe('auto-replied')
  expect(mail.headers.get('date')).toBe('Tue, 10 Mar 2026 08:05:09 +0000')
  const links = [
    `https://shop.example/contact?reference=${reference}`,
    'https://shop.example/products/oak-chair?variant=black-stain',
  ]
  expect(mail.text.match(/\S*:\/\/\S*/g)).toEqual(links)
  expect([...mail.html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url)).toEqual(links)
  const broken = EVIL.replaceAll('evil.example', 'evil[.]example')
    .replace('://', '[:]//')
    .replace('mailto:', 'mailto[:]')
    .replace('www.', 'www[.]')
  expect(mail.text).toContain(`\n> ${broken}\n> second line\n`)
  expect(mail.text).toContain(`\nVariant: ${broken}\n`)
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('12345 evil[.]example')
    expect(part).not.toContain('evil.example')
  }
  expect(mail.html).not.toContain('<b>')
})

const STORED = { ...ENQUIRY, reference: 'ABCD2345', receivedAt: '2026-03-10', answeredAt: null }
const CONTEXT = { owner: OWNER, siteName: 'Tornio', siteUrl: 'https://shop.example', locale: 'en' }

test.each([
  ['de', 'Ihre Anfrage ABCD-2345 an Tornio', 'Menge: 12\nVerpackungseinheit: 12\nMindestmenge: 24\n'],
  ['sv', 'Your enquiry ABCD-2345 to Tornio', 'Quantity: 12\nPack size: 12\nMinimum quantity: 24\n'],
])('a confirmation for a site in the language %s has the subject "%s"', (locale, subject, text) => {
  const mail = buildConfirmationMail({ ...STORED, items: STORED_LIST }, { ...CONTEXT, locale })
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(text)
})

test('the mails about an enquiry without items and request contain neither a table of items nor empty paragraphs', () => {
  const stored = { ...STORED, request: '', items: [] }
  for (const { text, html } of [buildOwnerMail(stored, CONTEXT), buildConfirmationMail(stored, CONTEXT)]) {
    expect(text).not.toMatch(/\n\n\n|Quantity/)
    expect(html).not.toMatch(/<p><\/p>|Quantity/)
  }
})

const fail = (responseCode: number) => () => {
  throw Object.assign(new Error('no'), { responseCode })
}

test('drops a confirmation that the mail server rejects, retries it 39 times after other failures, and drops it if confirmations are off', async () => {
  let refuse: (() => void) | undefined
  await using mailServer = await startMailServer({ onMail: () => refuse?.() })
  await using opened = await openOutboxes(mailServer)
  const confirmation = { day: '2026-03-10', counters: [] }
  refuse = fail(451)
  await opened.store.add(buildNewEnquiry({ confirmation }))
  const first = await opened.startOutbox({ retryDelayMs: () => 20 })
  await expect.poll(() => opened.log()).toContain('"attempts":3,"retryInMs":20')
  refuse = fail(550)
  await expect
    .poll(() => opened.log())
    .toContain('the confirmation mail for an enquiry could not be sent to the visitor')
  await expect.poll(async () => opened.store.countUnsentMails()).toMatchObject({ waiting: 0, failed: 0 })
  await first.stop(1_000)
  refuse = undefined
  await opened.store.add(buildNewEnquiry({ request: 'b', confirmation, isMailed: true }))
  const second = await opened.startOutbox({ sendsConfirmations: false })
  await expect.poll(async () => opened.store.countUnsentMails()).toMatchObject({ waiting: 0, failed: 0 })
  await second.stop(1_000)
  await opened.store.add(buildNewEnquiry({ request: 'c', confirmation, isMailed: false }))
  await opened.startOutbox({ send: () => Promise.reject(new Error('no connection')) })
  await expect.poll(() => opened.log()).toContain('"attempts":40,"msg":"the confirmation mail for an enquiry could not')
  await expect.poll(async () => opened.store.countUnsentMails()).toMatchObject({ waiting: 0, failed: 0 })
  expect(mailServer.mails.map(({ to }) => to)).toEqual([[OWNER]])
})

test('visitor input cannot add mail headers or recipients', async () => {
  await using mailServer = await startMailServer()
  await using opened = await openOutboxes(mailServer)
  await add(opened.store, {
    name: 'Jo\r\nBcc: all@evil.example\r\n\r\nbody" <first@evil.example>, second@evil.example',
    items: [{ ...STORED_ITEM, variantName: 'a\r\nX-Evil: 1', note: 'b\r\nX-Evil: 2' }],
    request: 'a\r\n.\r\nMAIL FROM:<c@evil.example>',
  })
  await opened.startOutbox()
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const { to, source } = mailServer.mails[0]!
  expect(to).toEqual([OWNER])
  const names = headersOf(source).map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
  expect(names).not.toContain('bcc')
  expect(names).not.toContain('x-evil')
  expect(names.filter((name) => ['reply-to', 'to', 'from'].includes(name)).sort()).toEqual(['from', 'reply-to', 'to'])
  expect(headersOf(source).find((line) => line.startsWith('Reply-To:'))).toMatch(new RegExp(`<${ENQUIRY.email}>$`))
})

test('retries a refused mail with a delay that depends on the attempt, and logs only response codes', async () => {
  await using mailServer = await startMailServer({
    onMail: (count) => {
      if (count < 3) throw Object.assign(new Error(`no mail from ${ENQUIRY.email} today`), { responseCode: 451 })
    },
  })
  await using opened = await openOutboxes(mailServer)
  const delays: number[] = []
  await add(opened.store)
  await opened.startOutbox({ retryDelayMs: (attempts) => delays.push(attempts) })
  await expect.poll(() => mailServer.mails.length).toBe(1)
  expect(delays).toEqual([1, 2])
  expect(opened.log()).toContain('"responseCode":451')
  await expect.poll(() => opened.log()).toContain('"attempts":3,"msg":"an enquiry was mailed"')
  for (const value of [...Object.values(ENQUIRY_FORM), 'today']) expect(opened.log()).not.toContain(value)
})

test('names certificate, host and port if a mail server has a self-signed certificate, and sends without checking it if SMTP_URL says so', async () => {
  await using mailServer = await startMailServer({ isSecure: true })
  await using checking = await openOutboxes(mailServer)
  await add(checking.store)
  await checking.startOutbox()
  const { host } = new URL(mailServer.url)
  await expect.poll(() => checking.log()).toMatch(/"reason":"[^"]*certificate[^"]*"/)
  expect(checking.log()).toContain(`"mailServer":"${host}"`)
  for (const value of Object.values(ENQUIRY_FORM)) expect(checking.log()).not.toContain(value)

  await using trusting = await openOutboxes({ url: `${mailServer.url}/?tls.rejectUnauthorized=false` })
  await add(trusting.store)
  await trusting.startOutbox()
  await expect.poll(() => mailServer.mails.length).toBe(1)
})

test('two processes send each mail once', async () => {
  await using mailServer = await startMailServer()
  await using opened = await openOutboxes(mailServer)
  for (let count = 0; count < 8; count++) await add(opened.store, { request: `enquiry ${count}` })
  await opened.startOutbox()
  await opened.startOutbox()
  await expect.poll(() => mailServer.mails.length).toBe(8)
  await expect
    .poll(async () => opened.store.leaseMail(new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)))
    .toBeUndefined()
  expect(mailServer.mails).toHaveLength(8)
  expect(new Set(mailServer.mails.map(({ source }) => /Message-ID: (.*)/.exec(source)![1])).size).toBe(8)
})

test('aborts sending after the timeout and closes the connection', async () => {
  let acceptMail: (() => void) | undefined
  await using mailServer = await startMailServer({
    onMail: () => new Promise<void>((resolve) => (acceptMail = resolve)),
  })
  await using opened = await openOutboxes(mailServer)
  await add(opened.store)
  await opened.startOutbox({ sendTimeoutMs: 200, retryDelayMs: () => 60_000 })
  await expect.poll(() => opened.log()).toContain('"code":"EABORT"')
  await expect.poll(() => mailServer.connections()).toBe(0)
  acceptMail?.()
})

test('stopping aborts the mail being sent, and the next process sends it immediately', async () => {
  await using mailServer = await startMailServer({
    onMail: (count) => (count === 1 ? new Promise<void>(() => {}) : undefined),
  })
  await using opened = await openOutboxes(mailServer)
  await add(opened.store)
  const first = await opened.startOutbox()
  await expect.poll(() => mailServer.connections()).toBe(1)
  await expect.poll(() => mailServer.mostConcurrent()).toBe(1)
  await first.stop(20)
  await expect.poll(() => mailServer.connections()).toBe(0)
  const before = mailServer.mails.length
  await opened.startOutbox()
  await expect.poll(() => mailServer.mails.length).toBe(before + 1)
})
