import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import { stringifyForHtml } from '../../shared/escape.ts'
import type { ClientSettings, DocumentData, ListingRest, OpenedDocument, PageRestByRoute, ShownFrame } from '../../shared/document-data.ts'
import type { AnyLoadedPage, Frame, PageView } from '../../shared/page-data.ts'
import { ROUTE_NAMES, type RouteName } from '../../shared/routes.ts'
import type { ShownListing } from '../../shared/shown-catalog.ts'
import type { BuildManifest } from './build-manifest.ts'

interface DocumentDataOptions {
  readonly frame: Frame
  readonly view: PageView
  readonly build: BuildManifest
  readonly settings: ClientSettings
}

/**
 * What the browser has to be told to take the document over, as JSON that can stand in a `<script>`.
 * @param missing names of the data that comes late
 */
export function writeDocumentData({ frame, view, build, settings }: DocumentDataOptions, missing: readonly string[]): string {
  const own: Omit<DocumentData, 'frame'> = {
    buildId: build.id,
    ...(isUsual(settings) ? {} : { settings }),
    ...(build.isDevelopment && { styles: listStyles(build) }),
    ...('error' in view ? { error: view.error } : { rest: leaveOutShown(view), ...(view.isPrivate && { isPrivate: view.isPrivate }) }),
    ...(missing.length > 0 && { deferred: missing }),
  }
  return `{"frame":${writeFrame(frame)},${stringifyForHtml(own).slice(1)}`
}

const writtenFrames = new WeakMap<Frame, string>()

/** The same on every page, for as long as the catalogue stays the same. */
function writeFrame(frame: Frame): string {
  let written = writtenFrames.get(frame)
  if (written === undefined) {
    const shown: DocumentData['frame'] = selectShown(frame)
    writtenFrames.set(frame, (written = stringifyForHtml(shown)))
  }
  return written
}

function isUsual({ buildCheckIntervalMs, httpBaseUrl }: ClientSettings): boolean {
  return buildCheckIntervalMs === BUILD_CHECK_INTERVAL_MS && httpBaseUrl === HTTP_BASE_URL
}

function listStyles({ pages }: BuildManifest): OpenedDocument['styles'] {
  return Object.fromEntries(ROUTE_NAMES.map((name) => [name, pages[name].styles])) as OpenedDocument['styles']
}

function selectShown({ site, ...frame }: Frame): ShownFrame {
  const { name, locale, currency, timeZone, navigation, logo, contact: { openingHours: _hours, ...contact } } = site
  return { ...frame, site: { name, locale, currency, timeZone, navigation, logo, contact } }
}

/** A page's data without what stands in its document. */
function leaveOutShown(page: AnyLoadedPage): PageRestByRoute[RouteName] {
  switch (page.name) {
    case 'index': {
      const { categories: _categories, featured: _featured, newest: _newest, ...rest } = page.data
      return rest
    }
    case 'about':
      return {}
    case 'products': {
      const { listing, ...rest } = page.data
      return { ...rest, listing: leaveOutListed(listing) }
    }
    case 'category-category': {
      const { category: _category, ancestors: _ancestors, listing, ...rest } = page.data
      return { ...rest, listing: leaveOutListed(listing) }
    }
    case 'products-product': {
      const { product, partPrices: _prices, included: _included, breadcrumb: _breadcrumb, related: _related, ...rest } = page.data
      const { description: _description, shortDescription: _short, metaDescription: _meta, ...facts } = product
      return { ...rest, product: facts }
    }
    default:
      return page.data
  }
}

function leaveOutListed({ items, total, pageCount, query, correctedSearch }: ShownListing): ListingRest {
  return { total, pageCount, correctedSearch, ...(query.view === 'table' && { items }) }
}
