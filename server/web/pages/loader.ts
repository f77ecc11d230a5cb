import type { PageDataByRoute, PageHead } from '../../../shared/page-data.ts'
import type { RouteName } from '../../../shared/routes.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type { EnquiryStore } from '../../enquiries/enquiry-store.ts'
import type { AddressIn } from './alternates.ts'
import type { QueryByRoute } from './page-queries.ts'

export interface LoaderArguments {
  readonly store: CatalogPages
  readonly enquiries: Pick<EnquiryStore, 'find'>
  readonly params: Readonly<Record<string, string>>
  readonly siteUrl: string
  readonly onDeferredError: (error: unknown) => void
}

/** The data of a page, its new path, or undefined if there is no such page. */
type LoaderResult<Name extends RouteName> =
  | {
      readonly data: PageDataByRoute[Name]
      readonly head: PageHead
      readonly isPrivate?: true
      /** Missing if the page is in all languages at the same path. */
      readonly addressIn?: AddressIn
      /** What a change of the language keeps of a query that is for one client alone. */
      readonly keptQuery?: string
    }
  | { readonly movedTo: string }
  | undefined

export type Loader<Name extends RouteName> = (
  args: LoaderArguments & { readonly query: QueryByRoute[Name] },
) => Promise<LoaderResult<Name>>
