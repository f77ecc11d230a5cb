import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CategoryNode } from '../../catalog/category.ts'
import type { Site } from '../../../shared/site.ts'
import { languageKey } from '../../../shared/languages.ts'
import type { AnyLoadedPage, Frame } from '../../../shared/page-data.ts'
import { ROUTES, type RouteMatch, type RouteName } from '../../../shared/routes.ts'
import { messagesFor, nameLanguage } from '../../platform/language.ts'
import { FONT_USES, readWoff2 } from '../../catalog/rules/fonts.ts'
import { NEUTRAL_SITE } from '../../catalog/rules/neutral-site.ts'
import { logRenderFailure } from '../../platform/log.ts'
import type { PageContext } from '../app-context.ts'
import type { LanguageSite } from '../language-site.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import { isUnavailable } from '../../platform/database-error.ts'
import { buildPageLinks } from '../../catalog/rules/owner-pages.ts'
import { addAlternates } from './page-head.ts'
import { loadAbout } from './about.ts'
import { loadAboutPage } from './about-page.ts'
import { chooseMainCategories } from './categories.ts'
import { loadCategoryCategory } from './category-category.ts'
import { loadCategory } from './category.ts'
import { loadContact } from './contact.ts'
import { loadIndex } from './index.ts'
import type { Loader, LoaderArguments } from './loader.ts'
import { PAGE_QUERIES } from './page-queries.ts'
import { loadProductsProduct } from './products-product.ts'
import { loadProducts } from './products.ts'
import { loadWidgets } from './widgets.ts'

const LOADERS: { readonly [Name in RouteName]: Loader<Name> } = {
  index: loadIndex,
  about: loadAbout,
  'about-page': loadAboutPage,
  contact: loadContact,
  category: loadCategory,
  'category-category': loadCategoryCategory,
  products: loadProducts,
  'products-product': loadProductsProduct,
  widgets: loadWidgets,
}

/**
 * Deferred values may be pending promises.
 * @param requestId for the log lines of deferred data that fail
 * @throws what the page's loader throws
 */
export async function loadPage(
  { enquiries, logger }: Pick<PageContext, 'enquiries' | 'logger'>,
  { store }: Pick<LanguageSite, 'store'>,
  { name, params }: RouteMatch,
  search: string,
  requestId: string,
): Promise<AnyLoadedPage> {
  const onDeferredError = (error: unknown) => logRenderFailure(logger, requestId, error)
  const { loaded, query } = await runLoader(name, search, { store, enquiries, params, onDeferredError })
  const { addressIn = () => ({ path: ROUTES[name].path, isTranslated: true }), keptQuery = '', ...page } = loaded
  const head = addAlternates(page.head, await store.readSite(), addressIn, query ?? keptQuery)
  // The compiler cannot infer that the data belong to the page of this name.
  return { name, params, ...page, head } as AnyLoadedPage
}

async function runLoader<Name extends RouteName>(name: Name, search: string, args: LoaderArguments) {
  const { read, write } = PAGE_QUERIES[name]
  const query = read(new URLSearchParams(search))
  return { loaded: await LOADERS[name]({ ...args, query }), query: write(query) }
}

const frames = new WeakMap<Site, { readonly tree: readonly CategoryNode[]; readonly frame: Promise<Frame> }>()

/** Loads the data of the layout, which is the same object until the catalogue changes. */
export async function loadFrame(store: CatalogPages, siteUrl: string): Promise<Frame> {
  const [stored, tree, imageOrigins] = await Promise.all([
    store.readSite(),
    store.listCategoryTree(),
    store.listRemoteImageOrigins(),
  ])
  const known = frames.get(stored)
  if (known?.tree === tree) return known.frame
  const frame = buildFrame(stored, tree, imageOrigins, siteUrl, store)
  frames.set(stored, { tree, frame })
  frame.catch(() => frames.delete(stored))
  return frame
}

async function buildFrame(
  stored: Site,
  tree: readonly CategoryNode[],
  imageOrigins: readonly string[],
  siteUrl: string,
  store: CatalogPages,
): Promise<Frame> {
  const {
    aboutHtml: _html,
    aboutMarkdown: _markdown,
    aboutLang: _lang,
    pages: _pages,
    translations: _translations,
    languages,
    ...settings
  } = stored
  const site = stored.fonts ? { ...settings, fonts: await addFallbacks(stored.fonts, store) } : settings
  const pageLinks = buildPageLinks(stored)
  const categories = chooseMainCategories(tree).map(({ slug, name, lang }) => ({ slug, name, ...(lang && { lang }) }))
  const id = JSON.stringify([site, categories, tree.length, imageOrigins, pageLinks, ...(languages ?? [])])
  return {
    id: hash('sha256', id, 'base64url').slice(0, 8),
    site,
    siteUrl,
    categories,
    allCategories: categories.length < tree.length ? messagesFor(site).allOfCategories(tree.length) : null,
    ...pageLinks,
    ...(languages && {
      languages: languages.map((lang, index) => {
        return { lang, name: nameLanguage(lang), base: index === 0 ? '' : `/${languageKey(lang)}` }
      }),
    }),
  }
}

async function addFallbacks(fonts: NonNullable<Site['fonts']>, store: CatalogPages): Promise<Site['fonts']> {
  const entries = FONT_USES.map(async (use) => {
    const font = fonts[use]
    if (typeof font !== 'object') return [use, font] as const
    const file = await store.findImage(font.hash)
    const description = file && (await readWoff2(Buffer.from(file.bytes)))
    const fallback = description && 'fallback' in description ? description.fallback : undefined
    return [use, fallback ? { ...font, fallback } : font] as const
  })
  return Object.fromEntries((await Promise.all(entries)).filter(([, font]) => font !== undefined))
}

const FRAME_TIMEOUT_MS = 1_000

/** Returns a neutral frame if the database does not respond within a second; it never throws. */
export async function loadFrameOrNeutral(
  { config, logger }: Pick<PageContext, 'config' | 'logger'>,
  store: CatalogPages,
): Promise<Frame> {
  const neutral: Frame = {
    id: '',
    site: NEUTRAL_SITE,
    siteUrl: config.pages.siteUrl,
    categories: [],
    allCategories: null,
    ...buildPageLinks(NEUTRAL_SITE),
  }
  const loaded = loadFrame(store, config.pages.siteUrl).catch((error: unknown) => {
    // An unavailable database has been logged.
    if (!isUnavailable(error))
      logger.error({ err: error }, 'the site name and navigation could not be loaded; a page is shown without them')
    return neutral
  })
  return Promise.race([loaded, wait(FRAME_TIMEOUT_MS, neutral, { ref: false })])
}
