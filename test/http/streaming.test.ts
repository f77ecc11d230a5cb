import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/catalog-store.ts'
import { changeStore } from '../support/change-store.ts'
import { openAnswer } from '../support/open-answer.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' }),
  buildProduct({ slug: 'stool', name: 'Ash stool', categorySlug: 'seats' }),
]

/**
 * A store on another machine: related products wait until the test lets them come, or fails them.
 * @param onAsked called as soon as somebody waits
 */
function withLateRelated(related: Promise<void>, onAsked = () => {}): (store: CatalogStore) => CatalogStore {
  return (store) =>
    changeStore(store, {
      listRelated(...args) {
        onAsked()
        return related.then(() => store.listRelated(...args))
      },
    })
}

/** A server whose related products come a moment after they were asked for. */
async function startSlow(): Promise<TestServer> {
  const related = Promise.withResolvers<void>()
  const wrapStore = withLateRelated(related.promise, () => setTimeout(related.resolve, 50))
  return startServer({ products, wrapStore, environment: { RENDER_TIMEOUT_MS: '30000' } })
}

test('the shell arrives before slow data, the rest follows under a nonce, its data once', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({ products, wrapStore: withLateRelated(related.promise) })
  const answer = await openAnswer(server, '/products/chair')
  expect(answer.response.statusCode).toBe(200)
  await expect.poll(answer.textSoFar).toContain('Oak chair</h1>')
  expect(answer.textSoFar()).not.toContain('Ash stool')

  related.resolve()
  const text = await answer.whole()
  expect(text).toContain('Ash stool')
  expect(text).toMatch(/<script type="application\/json" id="deferred-related">\[\{"slug":"stool"/)
  expect(text.match(/"slug":"stool"/g)).toHaveLength(1)

  const nonce = /'nonce-([^']+)'/.exec(String(answer.response.headers['content-security-policy']))![1]!
  const inline = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes!).filter((attributes) => !/src=|json/.test(attributes))
  expect(inline.length).toBeGreaterThan(0)
  for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`)
  expect(answer.response.headers['cache-control']).toBe('private, no-store')
  expect(answer.response.headers['etag']).toBeUndefined()
  // nginx follows it and takes it out; it is for whatever stands in front.
  if (!process.env['TEST_NODES']) expect(answer.response.headers['x-accel-buffering']).toBe('no')
})

test('a nonce serves one answer', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({ products, wrapStore: withLateRelated(related.promise), environment: { RENDER_TIMEOUT_MS: '30000' } })
  const answers = await Promise.all([1, 2].map(() => openAnswer(server, '/products/chair')))
  related.resolve()
  await Promise.all(answers.map((answer) => answer.whole()))
  const policies = answers.map(({ response }) => response.headers['content-security-policy'])
  expect(policies[0]).toContain('nonce-')
  expect(policies[0]).not.toBe(policies[1])
})

test('a bot gets the whole page at once', async () => {
  await using server = await startSlow()
  const answer = await openAnswer(server, '/products/chair', { 'user-agent': 'Googlebot/2.1' })
  const text = await answer.whole()
  expect(text).toContain('Ash stool')
  expect(text).not.toContain('nonce')
  expect(text).not.toContain('deferred-related')
})

test('a payload waits for all of its data', async () => {
  await using server = await startSlow()
  const answer = await server.request.get('/products/chair/_payload.json?b')
  expect(answer.body).toMatchObject({ data: { related: [{ slug: 'stool' }] } })
})

test('extras that fail leave a page without them, and a line in the log', async () => {
  const failed = Promise.reject(new Error('replica gone'))
  failed.catch(() => {})
  await using server = await startServer({ products, wrapStore: withLateRelated(failed) })
  const answer = await server.request.get('/products/chair')
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain('Ash stool')
  expect(server.logLines.find((line) => line['msg'] === 'part of a page failed')).toMatchObject({ err: { message: 'replica gone' } })
})

test('a render past its time limit ends, and the log says so', async () => {
  await using server = await startServer({
    products,
    wrapStore: withLateRelated(new Promise(() => {})),
    environment: { RENDER_TIMEOUT_MS: '150' },
  })
  const answer = await openAnswer(server, '/products/chair')
  const text = await answer.whole()
  expect(text).toContain('Oak chair</h1>')
  expect(text).toContain('</html>')
  expect(server.logLines.some((line) => line['msg'] === 'part of a page failed')).toBe(true)
  const bot = await server.request.get('/products/chair').set('User-Agent', 'Googlebot/2.1')
  expect([bot.status, bot.text]).toEqual([503, '503 Service Unavailable\n'])
})

test('a visitor who goes away ends the render', async () => {
  await using server = await startServer({ products, wrapStore: withLateRelated(new Promise(() => {})) })
  const answer = await openAnswer(server, '/products/chair')
  await expect.poll(answer.textSoFar).toContain('Oak chair</h1>')
  answer.response.destroy()
  await expect.poll(() => server.logLines.find((line) => line['msg'] === 'request')).toMatchObject({ outcome: 'aborted' })
})
