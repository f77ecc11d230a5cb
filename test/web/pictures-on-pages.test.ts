import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { writePicture } from '../../server/catalog/rules/text-pictures.ts'
import { buildCategory, buildOption, buildProduct } from '../support/products.ts'
import { readPage } from '../support/read-html.ts'
import { startServer, useServer } from '../support/start-server.ts'

const bytes = await sharp({ create: { width: 1500, height: 2000, channels: 3, background: '#4a6b57' } })
  .webp()
  .toBuffer()
const image: StoredImage = {
  hash: createHash('sha256').update(bytes).digest('hex'),
  format: 'webp',
  width: 1500,
  height: 2000,
  alt: 'A jar',
}
const other: StoredImage = { ...image, hash: 'b'.repeat(64) }
const PLACEHOLDER = 'data:image/webp;base64,AAAA'

const jar = buildProduct({
  slug: 'jar',
  categorySlug: 'jars',
  images: [other, image],
  ...buildOption('Lid', { No: { imageIndex: 0 }, Yes: { imageIndex: 1 } }),
})
const content = {
  site: { ...NEUTRAL_SITE, hero: { title: 'Jars', text: null, image, link: null }, logo: image },
  categories: [buildCategory({ slug: 'jars', image })],
  products: [jar, buildProduct({ slug: 'far', images: [{ url: 'https://photos.example/far.jpg', alt: 'Far' }] })],
}

const server = await useServer(content)
await server.store.write((writer) => writer.putImage(image.hash, { bytes, format: 'webp', placeholder: PLACEHOLDER }))

test.each([
  ['/', image, '(min-width:1024px) 58vw,100vw', true],
  ['/products/jar?variant=yes', image, '(min-width:768px) 46vw,92vw', true],
  ['/products', other, '(min-width:1280px) 20vw,(min-width:768px) 30vw,46vw', false],
  ['/category', image, '(min-width:1024px) 22vw,46vw', false],
] as const)(
  '%s preloads its largest picture in the head and shows the same picture',
  async (path, { hash }, sizes, hasPlaceholder) => {
    const page = await readPage(server, path)
    const preload = page.find('head link[rel="preload"][as="image"]')
    const srcset = preload.attribute('imagesrcset')
    expect(srcset).toContain(`/images/${hash.slice(0, 20)}/`)
    expect(['imagesizes', 'fetchpriority'].map((name) => preload.attribute(name))).toEqual([sizes, 'high'])
    const shown = page.findAll('body img').find((img) => img.attribute('srcset') === srcset)!
    const attributes = ['sizes', 'width', 'height', 'fetchpriority', 'loading'].map((name) => shown.attribute(name))
    expect(attributes).toEqual([sizes, '1500', '2000', 'high', undefined])
    expect(page.findAll(`img[src="${PLACEHOLDER}"]`).length > 0).toBe(hasPlaceholder)
  },
)

test('pages link renditions, never originals, and link a remote picture on its own host', async () => {
  for (const path of '/ /products /products?view=table /products/jar /category /category/jars /contact?product=jar /products/far'.split(
    ' ',
  )) {
    const { text } = await server.request.get(path)
    expect([...text.matchAll(/\/images\/[0-9a-f]+(?![0-9a-f]|\/\d+\.(?:webp|jpeg)\b)/g)], path).toEqual([])
  }
  const { text } = await server.request.get('/products/far')
  expect(text).toContain('<img src="https://photos.example/far.jpg"')
  expect(text).not.toContain('as="image"')
})

test('the second picture of a product loads lazily and has an alt text', async () => {
  const page = await readPage(server, '/products/jar?variant=yes')
  const [, second] = page.findAll('main img').filter((img) => img.attribute('sizes')?.includes('46vw'))
  expect(['loading', 'alt'].map((name) => second!.attribute(name))).toEqual(['lazy', 'A jar'])
})

test('pictures in descriptions have several sizes and load lazily; remote ones are allowed by the policy', async () => {
  const far = writePicture({ url: 'https://cdn.example/a.jpg?b=1&c=2', alt: '"Far"' })
  const text = `<p>${writePicture(image)}</p>`
  await using own = await startServer({
    site: { ...NEUTRAL_SITE, aboutHtml: `<p>${writePicture(image, 'jar.webp')}</p>` },
    products: [buildProduct({ slug: 'jar', description: text + far, shortDescription: text })],
  })
  await own.store.write((writer) => writer.putImage(image.hash, { bytes, format: 'webp' }))
  const address = `/images/${image.hash.slice(0, 20)}`
  const shown = `<img loading="lazy" decoding="async" sizes="(min-width:768px) 40rem,92vw" srcset="${[320, 480, 640, 960, 1200].map((width) => `${address}/${width}.webp ${width}w`).join(', ')}" src="${address}/320.webp" width="1500" height="2000" alt="A jar" />`
  const product = await own.request.get('/products/jar')
  expect(product.text.split(shown)).toHaveLength(3)
  expect(product.text).toContain(
    '<img loading="lazy" decoding="async" src="https://cdn.example/a.jpg?b=1&amp;c=2" alt="&quot;Far&quot;" />',
  )
  expect(product.headers['content-security-policy']).toContain("img-src 'self' data: https://cdn.example;")
  const about = await own.request.get('/about')
  expect(about.text).toContain(shown)
  for (const { text: html } of [product, about]) expect(html).not.toMatch(/picture:|data-file/)
  expect((await own.request.get(`${address}/320.webp`)).headers['content-type']).toBe('image/webp')
})
