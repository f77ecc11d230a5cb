import { checkNavigationTarget, type RouteRedirect } from '../../../shared/route-middleware.ts'
import type { PageDataByRoute, PageHead } from '../../../shared/page-data.ts'
import { withBase } from '../../../shared/languages.ts'
import type { RouteName } from '../../../shared/routes.ts'
import type { Site } from '../../../shared/site.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type { EnquiryStore } from '../../enquiries/enquiry-store.ts'
import type { AddressIn } from './page-head.ts'
import type { QueryByRoute } from './page-queries.ts'

export interface LoaderArguments {
  readonly store: CatalogPages
  readonly enquiries: Pick<EnquiryStore, 'find'>
  readonly params: Readonly<Record<string, string>>
  readonly onDeferredError: (error: unknown) => void
}

/** Thrown instead of a response; the error handler redirects the client. */
export class Redirect extends Error {
  readonly target: RouteRedirect

  /** @throws if the target is a script URL, or is on another site without `external` */
  constructor(target: RouteRedirect) {
    checkNavigationTarget(target.redirectTo, target)
    super(`Redirect to ${target.redirectTo}`)
    this.target = target
  }
}

/** Thrown if there is no such page; the error handler adds the address that the client requested. */
export class PageNotFound extends Error {}

/** @param path the page's present path in the site's language */
export function redirect({ base = '' }: Pick<Site, 'base'>, path: string): never {
  throw new Redirect({ redirectTo: withBase(base, path), status: 301 })
}

export function notFound(): never {
  throw new PageNotFound('There is no such page.')
}

interface LoaderResult<Name extends RouteName> {
  readonly data: PageDataByRoute[Name]
  readonly head: PageHead
  readonly isPrivate?: true
  /** Missing if the page is in all languages at the same path. */
  readonly addressIn?: AddressIn
  /** What a change of the language keeps of a query that is for one client alone. */
  readonly keptQuery?: string
}

/** @throws Redirect, PageNotFound, HttpError */
export type Loader<Name extends RouteName> = (
  args: LoaderArguments & { readonly query: QueryByRoute[Name] },
) => Promise<LoaderResult<Name>>
