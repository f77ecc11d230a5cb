import supertest from 'supertest'
import { expect, test } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startProcess } from '../support/start-process.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

test('mails an enquiry at once, but not again if it is sent again', async () => {
  await using mailServer = await startMailServer()
  await using server = await startServer({
    environment: { SMTP_URL: mailServer.url, ENQUIRY_TO: 'owner@shop.example' },
  })
  for (let count = 0; count < 2; count++)
    expect((await server.request.post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
  await expect.poll(() => mailServer.mails.length).toBe(1)
  await server.request.post(CONTACT_PATH).send({ ...ENQUIRY, request: 'Another one' })
  await expect.poll(() => mailServer.mails.length).toBe(2)
  expect(mailServer.mails[0]!.source).toContain(ENQUIRY.phone)
  expect(JSON.stringify(server.logLines)).not.toContain(ENQUIRY.email)
})

test('responds before the mail is sent, and finishes sending it before the server stops', async () => {
  let takeMail: (() => void) | undefined
  await using mailServer = await startMailServer({ onMail: () => new Promise((resolve) => (takeMail = resolve)) })
  await using server = await startServer({
    environment: { SMTP_URL: mailServer.url, ENQUIRY_TO: 'owner@shop.example' },
  })
  expect((await server.request.post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
  await expect.poll(() => takeMail).toBeDefined()
  const stopped = server.stop()
  takeMail!()
  expect(await stopped).toBe(true)
  expect(mailServer.mails).toHaveLength(1)
})

test('sends the mail after a restart if the server was killed while the mail server was unavailable', async () => {
  await using folder = await makeTemporaryFolder()
  const port = await findFreePort()
  const environment = { DATA_DIR: folder.path, SMTP_URL: `smtp://127.0.0.1:${port}`, ENQUIRY_TO: 'owner@shop.example' }
  {
    await using server = await startProcess({ environment })
    expect((await supertest(server.url).post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
    await expect
      .poll(() => server.logLines.find(({ code }) => code === 'ECONNREFUSED' || code === 'ESOCKET'))
      .toMatchObject({ level: 40, attempts: 1 })
    server.child.kill('SIGKILL')
    await server.ended
  }
  await using mailServer = await startMailServer({ port })
  await using server = await startProcess({ environment })
  await expect.poll(() => mailServer.mails.length).toBe(1)
  expect(mailServer.mails[0]!.source).toContain(ENQUIRY.phone)
  await expect.poll(() => server.logLines.map(({ msg }) => msg)).toContain('an enquiry was mailed')
})
