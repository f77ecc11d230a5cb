import { LISTING_KEYS } from '../../shared/listing-query.ts'
import type { Frame, PageView } from '../../shared/page-data.ts'
import { ROUTES } from '../../shared/routes.ts'
import { categoryPath } from '../../shared/urls.ts'

/** What the layout draws in front of a page and behind it, as HTML. */
interface DrawnSurroundings {
  readonly before: string
  readonly after: string
}

/** The place of what stands around a page. */
interface Surroundings {
  /** Undefined until a page was drawn with it. */
  readonly drawn: DrawnSurroundings | undefined
  /** @param html of a whole page */
  keep(html: string): void
}

interface FrameSurroundings {
  /** Paths of the links that stand around each page: on the page of such a link it is marked as the current one. */
  readonly linkedPaths: ReadonlySet<string>
  /** By the path of the current link, '' where none is. */
  readonly drawnByPath: Map<string, DrawnSurroundings>
}

const MAIN_START = '<main '
const MAIN_END = '</main>'

const surroundingsByFrame = new WeakMap<Frame, FrameSurroundings>()

/**
 * Finds what stands around a page. It is drawn once and stays the same for as long as the catalogue does: React would take a
 * third of a product page's time for it.
 * @param page with its address, and the query
 * @returns undefined where it is the page's own
 */
export function findSurroundings({ frame, view, url }: { readonly frame: Frame; readonly view: PageView; readonly url: string }): Surroundings | undefined {
  const [pathname = '', search = ''] = url.split('?')
  const hasOtherLayout = 'error' in view ? view.error.fatal : ROUTES[view.name].layout !== undefined
  // The search field holds what was searched for.
  if (hasOtherLayout || (pathname === ROUTES.products.path && new URLSearchParams(search).has(LISTING_KEYS.search))) return undefined
  let known = surroundingsByFrame.get(frame)
  if (!known) surroundingsByFrame.set(frame, (known = { linkedPaths: listLinkedPaths(frame), drawnByPath: new Map() }))
  const { linkedPaths, drawnByPath } = known
  const path = linkedPaths.has(pathname) ? pathname : ''
  return {
    drawn: drawnByPath.get(path),
    keep(html) {
      drawnByPath.set(path, { before: html.slice(0, html.indexOf(MAIN_START)), after: html.slice(html.lastIndexOf(MAIN_END) + MAIN_END.length) })
    },
  }
}

function listLinkedPaths({ site, categories }: Frame): ReadonlySet<string> {
  return new Set(['/', ...site.navigation.map(({ href }) => href.replace(/#.*/, '')), ...categories.map(({ slug }) => categoryPath(slug))])
}
