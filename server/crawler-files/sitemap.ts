import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CatalogImage, CategoryNode } from '../../shared/catalog.ts'
import { previewUrl } from '../../shared/renditions.ts'
import { ROUTES } from '../../shared/routes.ts'
import { aboutPagePath, absoluteUrl, categoryPath, productPath } from '../../shared/urls.ts'
import type { CatalogStore, IdRange } from '../store/catalog-store.ts'
import { readPublishedInBatches } from '../store/published-products.ts'
import { writeElement, XML_DECLARATION } from './xml.ts'

/** Each sitemap file covers a fixed range of product ids. The protocol allows 50,000 URLs per file. */
const IDS_PER_FILE = 20_000

/** The protocol allows 1,000 pictures per URL, but a file with 20,000 products must have less than 50 MB. */
const MAX_IMAGES = 10

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const URLSET_START = `${XML_DECLARATION}<urlset ${NAMESPACES} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`
const URLSET_END = '</urlset>\n'

const PAGE_PATHS = Object.values(ROUTES)
  .filter(({ path, isDevelopmentOnly }) => !path.includes(':') && !isDevelopmentOnly)
  .map(({ path }) => path)

export const SITEMAP_PATH = '/sitemap.xml'
const PAGES_PATH = '/sitemap-pages.xml'
const PRODUCTS_PATH = /^\/sitemap-products-([1-9]\d{0,8})\.xml$/

/**
 * Returns the sitemap file of a path as a stream. `/sitemap.xml` contains all URLs if the products fit into one file,
 * otherwise it is an index of several files.
 * @returns undefined if there is no sitemap file at the path
 */
export async function findSitemap(
  store: CatalogStore,
  siteUrl: string,
  path: string,
): Promise<AsyncGenerator<string> | undefined> {
  if (path === PAGES_PATH) return writeUrlset(store, siteUrl, null, true)
  const [, number] = PRODUCTS_PATH.exec(path) ?? []
  if (number !== undefined) {
    const range = rangeOf(Number(number))
    return (await store.summarisePublished(range)) ? writeUrlset(store, siteUrl, range, false) : undefined
  }
  if (path !== SITEMAP_PATH) return undefined
  const lastId = await store.readLastPublishedId()
  return lastId <= IDS_PER_FILE ? writeUrlset(store, siteUrl, rangeOf(1), true) : writeIndex(store, siteUrl, lastId)
}

function rangeOf(number: number): IdRange {
  return { firstId: (number - 1) * IDS_PER_FILE + 1, lastId: number * IDS_PER_FILE }
}

async function* writeIndex(store: CatalogStore, siteUrl: string, lastId: number): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<sitemapindex ${NAMESPACES}>\n${writeFile(siteUrl, PAGES_PATH, null)}`
  for (let number = 1; rangeOf(number).firstId <= lastId; number += 1) {
    const summary = await store.summarisePublished(rangeOf(number))
    if (summary) yield writeFile(siteUrl, `/sitemap-products-${number}.xml`, summary.changedAt)
    await yieldToEventLoop()
  }
  yield '</sitemapindex>\n'
}

function writeFile(siteUrl: string, path: string, changedAt: number | null): string {
  return `<sitemap>${writeElement('loc', siteUrl + path)}${writeLastmod(changedAt)}</sitemap>\n`
}

async function* writeUrlset(
  store: CatalogStore,
  siteUrl: string,
  range: IdRange | null,
  hasPages: boolean,
): AsyncGenerator<string> {
  yield URLSET_START
  if (hasPages) {
    const { pages } = await store.readSite()
    for (const path of [...PAGE_PATHS, ...pages.map(({ slug }) => aboutPagePath(slug))])
      yield writeUrl(siteUrl, path, null, [])
    for (const { slug, image } of flatten(await store.listCategoryTree())) {
      yield writeUrl(siteUrl, categoryPath(slug), null, image ? [image] : [])
    }
  }
  if (range) {
    for await (const products of readPublishedInBatches(store, range)) {
      yield products
        .map(({ product, changedAt }) => writeUrl(siteUrl, productPath(product.slug), changedAt, product.images))
        .join('')
    }
  }
  yield URLSET_END
}

function* flatten(nodes: readonly CategoryNode[]): Generator<CategoryNode> {
  for (const node of nodes) {
    yield node
    yield* flatten(node.children)
  }
}

function writeUrl(siteUrl: string, path: string, changedAt: number | null, images: readonly CatalogImage[]): string {
  const pictures = images.slice(0, MAX_IMAGES).map((image) => {
    const url = absoluteUrl(previewUrl(image), siteUrl)
    return `<image:image>${writeElement('image:loc', url)}</image:image>`
  })
  return `<url>${writeElement('loc', absoluteUrl(path, siteUrl))}${writeLastmod(changedAt)}${pictures.join('')}</url>\n`
}

function writeLastmod(changedAt: number | null): string {
  return changedAt === null ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
}
