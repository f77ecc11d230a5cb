import type { PageDataByRoute, PageHead } from '../../shared/page-data.ts'
import type { RouteName } from '../../shared/routes.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'

export interface LoaderArguments {
  readonly store: CatalogStore
  readonly enquiries: Pick<EnquiryStore, 'findStatus'>
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Told of extras that failed; the page goes on without them. */
  readonly onDeferredError: (error: unknown) => void
}

/** What a page needs; where else it is now; or undefined where there is no such thing. */
type LoaderResult<Name extends RouteName> =
  | { readonly data: PageDataByRoute[Name]; readonly head: PageHead; readonly isPrivate?: true }
  | { readonly movedTo: string }
  | undefined

export type Loader<Name extends RouteName> = (args: LoaderArguments) => Promise<LoaderResult<Name>>
