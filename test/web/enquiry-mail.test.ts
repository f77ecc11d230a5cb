import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { CONFIRMATIONS_PER_DAY } from '../../server/enquiries/form-limits.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { buildNewEnquiry, ENQUIRY } from '../support/enquiries.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { parseMail } from '../support/parse-mail.ts'
import { startProcess } from '../support/start-process.ts'
import { findLine, startServer, type TestServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { TRANSLATED_CATEGORIES, TRANSLATED_PRODUCTS, TRANSLATED_SITE } from '../support/translated-catalogue.ts'

/** The settings with which the server sends mails. */
const mailTo = ({ url }: MailServer) => ({ SMTP_URL: url, ENQUIRY_TO: 'owner@shop.example' })

test('mails an enquiry immediately, once if the visitor sends it twice, and by default to the owner alone', async () => {
  await using mailServer = await startMailServer()
  await using server = await startServer({ environment: mailTo(mailServer) })
  for (let count = 0; count < 2; count++) await server.request.post(CONTACT_PATH).send(ENQUIRY).expect(201)
  await expect.poll(() => mailServer.mails.length).toBe(1)
  await server.request.post(CONTACT_PATH).send({ ...ENQUIRY, request: 'Another one' })
  await expect.poll(() => mailServer.mails.length).toBe(2)
  expect((await parseMail(mailServer.mails[0]!.source)).text).toContain(ENQUIRY.phone)
  expect(JSON.stringify(server.logLines)).not.toContain(ENQUIRY.email)
  await server.stop()
  expect(mailServer.mails.map(({ to }) => to)).toEqual([['owner@shop.example'], ['owner@shop.example']])
})

test('with ENQUIRY_CONFIRMATION on, mails the visitor a confirmation, up to the limits per address and per client, but none about a suspected enquiry', async () => {
  await using mailServer = await startMailServer()
  const environment = { ...mailTo(mailServer), ENQUIRY_CONFIRMATION: 'on', TRUST_PROXY: '1' }
  await using server = await startServer({ environment })
  await server.request
    .post(CONTACT_PATH)
    .send({ ...ENQUIRY, filledInMs: 0 })
    .expect(201)
  let count = 0
  const send = (client: string, email: string, request = `question ${++count}`) =>
    server.request
      .post(CONTACT_PATH)
      .set('X-Forwarded-For', client)
      .send({ ...ENQUIRY, email, request })
      .expect(201)
  const { address: perAddress, client: perClient } = CONFIRMATIONS_PER_DAY
  const listRecipients = () => mailServer.mails.flatMap(({ to }) => to).filter((to) => to !== 'owner@shop.example')
  const spellings = ['jo@ü.x.example', 'JO@xn--tda.x.example', 'jo+shop@U\u0308.x.example']
  for (let index = 0; index <= perAddress; index++) await send(`192.0.2.${index}`, spellings[index % 3]!)
  await expect.poll(() => mailServer.mails.length).toBe(perAddress + 1 + perAddress)
  expect(listRecipients()).toHaveLength(perAddress)
  // The domain is in ASCII in each header; the mail server of this test decodes the recipients.
  const headers = mailServer.mails.flatMap(({ source }) => /^(?:To|Reply-To): .*@.*x\.example>?$/im.exec(source) ?? [])
  expect(headers).toHaveLength(perAddress + 1 + perAddress)
  for (const header of headers) expect(header).toMatch(/jo(?:\+shop)?@xn--tda\.x\.example>?$/i)
  for (let index = 0; index <= perClient; index++) await send('2001:db8::1', `v${index}@x.example`)
  await send('2001:db8::2', 'w@x.example')
  await send('2001:db8:1::2', 'z@x.example', 'twice')
  await send('2001:db8:1::2', 'z@x.example', 'twice')
  await expect.poll(() => listRecipients().at(-1)).toBe('z@x.example')
  expect(listRecipients()).toHaveLength(perAddress + perClient + 1)
  expect(JSON.stringify(server.logLines)).not.toContain('@x.example')
})

test('the confirmation of an enquiry is in the language of its page, and the mail to the owner in the first language', async () => {
  await using mailServer = await startMailServer()
  await using server = await startServer({
    site: TRANSLATED_SITE,
    categories: TRANSLATED_CATEGORIES,
    products: TRANSLATED_PRODUCTS,
    environment: { ...mailTo(mailServer), ENQUIRY_CONFIRMATION: 'on' },
  })
  const items = [{ product: 'eichenschale', variant: 'raw', quantity: 2, note: '' }]
  await server.request
    .post(`/de-at${CONTACT_PATH}`)
    .send({ ...ENQUIRY, items })
    .expect(201)
  await expect.poll(() => mailServer.mails.length).toBe(2)
  for (const { to, source } of mailServer.mails) {
    const { html, text } = await parseMail(source)
    const isOwner = to[0] === 'owner@shop.example'
    expect(html).toContain(`<html lang="${isOwner ? 'en' : 'de-AT'}"`)
    for (const part of isOwner ? ['Oak bowl'] : ['Eichenschale', 'Roh', 'Ihre Anfrage']) expect(text).toContain(part)
  }
})

test('after a crash while mails were sent, each is sent again with the same Message-ID', async () => {
  await using folder = await makeTemporaryFolder()
  let taken = 0
  // The mail server delays its response to the first mail until the server has been killed.
  const killed = Promise.withResolvers<void>()
  await using mailServer = await startMailServer({ onMail: () => (++taken === 1 ? killed.promise : undefined) })
  const environment = { ...mailTo(mailServer), DATA_DIR: folder.path, ENQUIRY_CONFIRMATION: 'on' }
  {
    await using server = await startProcess({ environment })
    expect((await supertest(server.url).post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
    await expect.poll(() => taken).toBe(1)
    server.child.kill('SIGKILL')
    await server.ended
  }
  killed.resolve()
  const database = new DatabaseSync(join(folder.path, 'vitrine.db'))
  database.exec("UPDATE mail SET due_at = '2026-03-10' WHERE sent_at IS NULL")
  database.close()
  await using _server = await startServer({ environment })
  await expect.poll(() => mailServer.mails.length).toBe(3)
  const mails = await Promise.all(mailServer.mails.map(({ source }) => parseMail(source)))
  const [first, ...later] = mails.map(({ messageId, headers }) => `${messageId} ${headers.get('date')}`)
  // The mails to owner and visitor are sent concurrently.
  expect(later).toContain(first)
  expect(later).toContainEqual(expect.stringMatching(/^<confirmation-/))
})

test('responds before the mail is sent, and finishes sending it before the server stops', async () => {
  let takeMail: (() => void) | undefined
  await using mailServer = await startMailServer({ onMail: () => new Promise((resolve) => (takeMail = resolve)) })
  await using server = await startServer({ environment: mailTo(mailServer) })
  await server.request.post(CONTACT_PATH).send(ENQUIRY).expect(201)
  await expect.poll(() => takeMail).toBeDefined()
  const stopped = server.stop()
  takeMail!()
  expect(await stopped).toBe(true)
  expect(mailServer.mails).toHaveLength(1)
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const listRequests = async ({ context }: TestServer, which: 'all' | 'suspected') =>
  (await context.enquiries.list(which)).map(({ request }) => request)

test('deletes answered enquiries after the retention time, and suspected ones after 30 days', async () => {
  await using folder = await makeTemporaryFolder()
  const start = (settings: Readonly<Record<string, string>> = {}) =>
    startServer({ environment: { DATA_DIR: folder.path, ...settings } })
  {
    await using server = await start()
    const { enquiries } = server.context
    for (const [request, days] of Object.entries({ old: 31, young: 29, open: null })) {
      const { reference } = await enquiries.add(buildNewEnquiry({ request, receivedAt: new Date('2020-01-01') }))
      if (days === null) continue
      await enquiries.markAnswered(reference, daysAgo(days))
      const suspected = { request: `odd ${request}`, receivedAt: daysAgo(days), isSuspected: true as const }
      await enquiries.add(buildNewEnquiry(suspected))
    }
  }
  {
    await using server = await start()
    await expect.poll(() => listRequests(server, 'suspected')).toEqual(['odd young'])
    expect(await listRequests(server, 'all')).toEqual(['open', 'young', 'old'])
    expect(findLine(server, 'suspected enquiries were deleted after 30 days')).toMatchObject({ count: 1 })
  }
  await using server = await start({ ENQUIRY_RETENTION_DAYS: '30' })
  await expect.poll(() => listRequests(server, 'all')).toEqual(['open', 'young'])
  expect(findLine(server, 'answered enquiries were deleted, as ENQUIRY')).toMatchObject({ count: 1 })
})
