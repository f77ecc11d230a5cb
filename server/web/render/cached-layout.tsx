import type { ReactNode } from 'react'
import { PAGE_PLACEHOLDER } from '../../../client/app.tsx'
import { LANGUAGE_LINKS_PLACEHOLDER, LanguageItems } from '../../../client/layouts/default/language-links.tsx'
import { readCarriedItems } from '../../../shared/enquiry-items.ts'
import { withBase } from '../../../shared/languages.ts'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import type { Frame } from '../../../shared/page-data.ts'
import { ROUTES } from '../../../shared/routes.ts'
import { categoryPath } from '../../../shared/urls.ts'
import type { PageContent } from '../render.tsx'

// Rendering the layout takes a large part of a page's time, so it is rendered once for each frame (the layout's data, which
// is the same object until the catalogue changes) and streamed around the page. Three things of a layout depend on the page:
// - Links to the page itself are marked, so each path that the layout links has its own copy.
// - The form shows the search, and all links contain the visitor's enquiry list: such a page is rendered with its layout.
// - Links to other languages are filled in.

interface LayoutHtml {
  readonly before: string
  readonly after: string
}

const layoutsByFrame = new WeakMap<Frame, Map<string, Promise<LayoutHtml>>>()
const linkedPathsByFrame = new WeakMap<Frame, ReadonlySet<string>>()

/** No link of the layout has this path, so none is marked as current. */
const NO_LINK = '/-'

/** @returns undefined if the page has to be rendered together with its layout */
export async function findLayout(
  { frame, view, url }: Pick<PageContent, 'frame' | 'view' | 'url'>,
  renderText: (tree: ReactNode) => Promise<string>,
  renderLayout: (url: string) => Promise<string>,
): Promise<LayoutHtml | undefined> {
  const { base = '' } = frame.site
  const [pathname = '', search = ''] = url.split('?')
  const params = new URLSearchParams(search)
  const hasOtherLayout = 'error' in view ? view.error.fatal : ROUTES[view.name].layout !== undefined
  const showsSearch = pathname === base + ROUTES.products.path && params.has(LISTING_KEYS.search)
  if (hasOtherLayout || showsSearch || readCarriedItems(params).length > 0) return undefined
  const linkedPaths = linkedPathsByFrame.get(frame) ?? listLinkedPaths(frame)
  linkedPathsByFrame.set(frame, linkedPaths)
  const layouts = layoutsByFrame.get(frame) ?? new Map<string, Promise<LayoutHtml>>()
  layoutsByFrame.set(frame, layouts)
  const path = linkedPaths.has(pathname) ? pathname : base + NO_LINK
  let layout = layouts.get(path)
  if (!layout) {
    layouts.set(path, (layout = splitLayout(renderLayout(path), renderText(PAGE_PLACEHOLDER))))
    layout.catch(() => layouts.delete(path))
  }
  const { before, after } = await layout
  if (!frame.languages) return { before, after }
  const alternates = 'error' in view ? undefined : view.head.alternates
  const [links, placeholder] = await Promise.all([
    renderText(<LanguageItems frame={frame} alternates={alternates} />),
    renderText(LANGUAGE_LINKS_PLACEHOLDER),
  ])
  return { before: before.replace(placeholder, () => links), after }
}

function listLinkedPaths({ site, categories, pageLinks }: Frame): ReadonlySet<string> {
  const links = [...site.navigation, ...pageLinks.menu, ...pageLinks.footer]
  const paths = [
    '/',
    ...links.map(({ href }) => href.replace(/#.*/, '')),
    ...categories.map((c) => categoryPath(c.slug)),
  ]
  return new Set(paths.map((path) => withBase(site.base ?? '', path)))
}

async function splitLayout(rendered: Promise<string>, ofPage: Promise<string>): Promise<LayoutHtml> {
  const [html, placeholder] = await Promise.all([rendered, ofPage])
  const [before, after, ...others] = html.split(placeholder)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('A layout must render PAGE_PLACEHOLDER exactly once.')
  return { before, after }
}
