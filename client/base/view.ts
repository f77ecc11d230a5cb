import type { HttpErrorBody } from '../../shared/http-error.ts'
import type { AnyLoadedPage, PageDataByRoute } from '../../shared/page-data.ts'
import { ROUTES, type LayoutName, type RouteName } from '../../shared/routes.ts'
import type { ComponentType, ReactNode } from 'react'

export interface LoadedView {
  readonly page: AnyLoadedPage
  readonly Page: PageComponent
}

export type View = LoadedView | { readonly error: HttpErrorBody }

/** The server renders and caches the layout separately, with a placeholder for the page. */
export type AppPart = 'layout' | 'page'

export interface LayoutProps {
  readonly children: ReactNode
  readonly part: AppPart | undefined
  readonly view: View
}

/** React keys: a new value remounts the layout or the page. */
export interface ViewIdentity {
  readonly layout: LayoutName | 'none'
  /** Route and parameters, without the query. */
  readonly page: string
}

const DEFAULT_LAYOUT: LayoutName = 'default'

/** Fatal errors have no layout. */
export function identifyView(view: View): ViewIdentity {
  if ('error' in view)
    return { layout: view.error.fatal ? 'none' : DEFAULT_LAYOUT, page: `error ${view.error.statusMessage}` }
  const { name, params } = view.page
  return { layout: ROUTES[name].layout ?? DEFAULT_LAYOUT, page: [name, ...Object.values(params)].join('/') }
}

export interface PageProps<Name extends RouteName> {
  readonly data: PageDataByRoute[Name]
  readonly params: Readonly<Record<string, string>>
}

export type PageComponent<Name extends RouteName = RouteName> = ComponentType<PageProps<Name>>
