import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { EncodedBody } from '../../server/web/compression.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { generateCategories, generateProducts } from '../bench/generate-products.ts'
import { readPage } from '../support/read-html.ts'
import { useServer } from '../support/start-server.ts'

/** Maximum size of each document in bytes, as its first response is compressed; later ones are smaller. */
const LIMITS = { '/': 6_500, '/products': 9_000, '/category/kind-3': 9_000, '/products/low-bowl-0': 6_500 }

const PATHS =
  '/ /about /contact /category /category/kind-3 /category/kind-3?sort=name&page=2 /products?view=table /products?q=bowl /products/low-bowl-0'.split(
    ' ',
  )

const server = await useServer({
  categories: generateCategories(),
  products: [...generateProducts(600)],
  site: { ...NEUTRAL_SITE, aboutHtml: '<p>We&nbsp;throw </p><!-- x -->' },
})

test('compressed documents, including their page data, are below their size limits', async () => {
  for (const [path, limit] of Object.entries(LIMITS)) {
    const { text } = await server.request.get(path).set('Accept-Encoding', 'identity')
    const { length } = new EncodedBody(Buffer.from(text)).encode('br')
    expect(length, path).toBeLessThan(limit)
  }
})

test('each document contains the same page data as its payload', async () => {
  const { id } = server.context.build
  for (const path of PATHS) {
    const { pathname, search } = new URL(path, server.url)
    const { data } = await readPage(server, path)
    expect(data.page, path).toEqual((await server.request.get(payloadUrl(pathname, search, id))).body)
    expect(data).toMatchObject({ buildId: id, frame: { site: { name: NEUTRAL_SITE.name } } })
    expect(Object.keys(data).toSorted()).toEqual(['buildId', 'frame', 'page', 'scripts'])
  }
})
