import type { HttpErrorBody } from '../shared/http-error.ts'
import type { AnyLoadedPage } from '../shared/page-data.ts'
import { ROUTES, type LayoutName } from '../shared/routes.ts'
import type { PageComponent } from './pages.ts'

/** A page's data with its component. */
export interface LoadedView {
  readonly page: AnyLoadedPage
  readonly Page: PageComponent
}

/** What is rendered inside the layout: a page, or an error in its place. */
export type View = LoadedView | { readonly error: HttpErrorBody }

/** The server renders a layout once for many pages: with a placeholder for the page, and each page without its layout. */
export type AppPart = 'layout' | 'page'

/** The page's place in a layout without it, as HTML. */
export const PAGE_PLACEHOLDER = '<template id="page"></template>'

/** What tells two views apart. */
export interface ViewIdentity {
  readonly layout: LayoutName | 'none'
  /** Another page, or the same with other parameters; another query alone is the same page. */
  readonly page: string
}

const DEFAULT_LAYOUT: LayoutName = 'default'

/** A fatal error stands alone; any other one keeps the layout, and with it the ways on. */
export function identifyView(view: View): ViewIdentity {
  if ('error' in view)
    return { layout: view.error.fatal ? 'none' : DEFAULT_LAYOUT, page: `error ${view.error.statusMessage}` }
  const { name, params } = view.page
  return { layout: ROUTES[name].layout ?? DEFAULT_LAYOUT, page: [name, ...Object.values(params)].join('/') }
}
