import type { HttpErrorBody } from '../../shared/http-error.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import { ROUTES, type LayoutName } from '../../shared/routes.ts'
import type { PageComponent } from './page-component.ts'

export interface LoadedView {
  readonly page: AnyLoadedPage
  readonly Page: PageComponent
}

export type View = LoadedView | { readonly error: HttpErrorBody }

/**
 * The part of the app to render. The server renders and caches the layout separately, with a placeholder for the page.
 */
export type AppPart = 'layout' | 'page'

/** React keys for the layout and the page: a new value remounts that part of the tree. */
export interface ViewIdentity {
  readonly layout: LayoutName | 'none'
  /** Route and parameters; the query is not part of it. */
  readonly page: string
}

const DEFAULT_LAYOUT: LayoutName = 'default'

/** Fatal errors are shown without layout, all others inside the default layout. */
export function identifyView(view: View): ViewIdentity {
  if ('error' in view)
    return { layout: view.error.fatal ? 'none' : DEFAULT_LAYOUT, page: `error ${view.error.statusMessage}` }
  const { name, params } = view.page
  return { layout: ROUTES[name].layout ?? DEFAULT_LAYOUT, page: [name, ...Object.values(params)].join('/') }
}
