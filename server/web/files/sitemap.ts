import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CatalogImage, Product } from '../../../shared/catalog.ts'
import type { CategoryNode } from '../../catalog/category.ts'
import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { languageKey, withBase } from '../../../shared/languages.ts'
import { isTranslated } from '../../catalog/rules/translate.ts'
import { absoluteUrl, previewUrl } from '../render/absolute-url.ts'
import { ROUTES } from '../../../shared/routes.ts'
import { STATIC_PATHS } from '../../catalog/rules/redirects.ts'
import { categoryPath, productPath } from '../../../shared/urls.ts'
import { aboutPagePath } from '../../catalog/rules/owner-pages.ts'
import type { CatalogPages, IdRange } from '../../catalog/store/catalog-pages.ts'
import { listNodes } from '../pages/categories.ts'
import { writeElement, XML_DECLARATION } from './xml.ts'

/** Each file covers a fixed range of product ids. The protocol allows 50,000 URLs per file, in all languages together. */
const IDS_PER_FILE = 20_000
const URLS_PER_FILE = 40_000

/** The protocol allows 1,000, but a file with 20,000 products must have less than 50 MB. */
const MAX_IMAGES = 10

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const URLSET_START = `${XML_DECLARATION}<urlset ${NAMESPACES} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`
const URLSET_END = '</urlset>\n'

export const SITEMAP_PATH = '/sitemap.xml'
const PAGES_PATH = '/sitemap-pages.xml'
const PRODUCTS_PATH = /^\/sitemap-products-([1-9]\d{0,8})\.xml$/

/**
 * `/sitemap.xml` has all URLs if the products fit into one file; otherwise it is an index.
 * @returns undefined if there is no sitemap file at the path
 */
export async function findSitemap(
  store: CatalogPages,
  siteUrl: string,
  path: string,
): Promise<AsyncGenerator<string> | undefined> {
  if (path === PAGES_PATH) return writeUrlset(store, siteUrl, null, true)
  const [, number] = PRODUCTS_PATH.exec(path) ?? []
  if (number !== undefined) {
    const range = rangeOf(Number(number), await readIdsPerFile(store))
    return (await store.summarisePublished(range)) ? writeUrlset(store, siteUrl, range, false) : undefined
  }
  if (path !== SITEMAP_PATH) return undefined
  const [lastId, idsPerFile] = [await store.readLastPublishedId(), await readIdsPerFile(store)]
  return lastId <= idsPerFile
    ? writeUrlset(store, siteUrl, rangeOf(1, idsPerFile), true)
    : writeIndex(store, siteUrl, lastId, idsPerFile)
}

async function readIdsPerFile(store: CatalogPages): Promise<number> {
  const { languages = [] } = await store.readSite()
  return Math.min(IDS_PER_FILE, Math.floor(URLS_PER_FILE / Math.max(1, languages.length)))
}

function rangeOf(number: number, idsPerFile: number): IdRange {
  return { firstId: (number - 1) * idsPerFile + 1, lastId: number * idsPerFile }
}

async function* writeIndex(
  store: CatalogPages,
  siteUrl: string,
  lastId: number,
  idsPerFile: number,
): AsyncGenerator<string> {
  const writeFile = (path: string, changedAt: number | null) =>
    `<sitemap>${writeElement('loc', siteUrl + path)}${writeLastmod(changedAt)}</sitemap>\n`
  yield `${XML_DECLARATION}<sitemapindex ${NAMESPACES}>\n${writeFile(PAGES_PATH, null)}`
  for (let number = 1; rangeOf(number, idsPerFile).firstId <= lastId; number += 1) {
    const summary = await store.summarisePublished(rangeOf(number, idsPerFile))
    if (summary) yield writeFile(`/sitemap-products-${number}.xml`, summary.changedAt)
    await yieldToEventLoop()
  }
  yield '</sitemapindex>\n'
}

async function* writeUrlset(
  store: CatalogPages,
  siteUrl: string,
  range: IdRange | null,
  hasPages: boolean,
): AsyncGenerator<string> {
  yield URLSET_START
  const site = await store.readSite()
  const keys = (site.languages ?? []).slice(1).map(languageKey)
  if (hasPages) {
    for (const path of [...STATIC_PATHS, ...site.pages.map(({ slug }) => aboutPagePath(slug))])
      yield writeUrl(siteUrl, path, null, [])
    for (const key of keys)
      for (const path of listTranslatedPaths(site, key)) yield writeUrl(siteUrl, withBase(`/${key}`, path), null, [])
    for (const category of listNodes(await store.listCategoryTree())) {
      const images = category.image ? [category.image] : []
      for (const path of listPaths(category, keys, categoryPath)) yield writeUrl(siteUrl, path, null, images)
    }
  }
  if (range) {
    for await (const products of store.readPublished(range)) {
      yield products
        .flatMap(({ product, changedAt }) =>
          listPaths(product, keys, productPath).map((path) => writeUrl(siteUrl, path, changedAt, product.images)),
        )
        .join('')
    }
  }
  yield URLSET_END
}

/** Pages without a slug of their own, except those that are in the first language. */
function listTranslatedPaths({ aboutHtml, translations = {} }: Site, key: string): readonly string[] {
  const own = getOwn(translations, key)
  const hasAbout = aboutHtml === null || own?.aboutHtml !== undefined
  return [
    ...STATIC_PATHS.filter((path) => hasAbout || path !== ROUTES.about.path),
    ...(own?.pages ?? []).map(({ slug }) => aboutPagePath(slug)),
  ]
}

/** Paths in all languages in which the product or category is translated. */
function listPaths(
  { slug, translations = {} }: Pick<Product | CategoryNode, 'slug' | 'translations'>,
  keys: readonly string[],
  buildPath: (slug: string) => string,
): readonly string[] {
  const translated = keys.flatMap((key) => {
    const texts = getOwn(translations, key)
    return texts && isTranslated(texts) ? [`/${key}${buildPath(texts.slug ?? slug)}`] : []
  })
  return [buildPath(slug), ...translated]
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
