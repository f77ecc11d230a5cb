import type { PageDataByRoute, PageHead } from '../../shared/page-data.ts'
import type { RouteName } from '../../shared/routes.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'

export interface LoaderArguments {
  readonly store: CatalogStore
  readonly enquiries: Pick<EnquiryStore, 'findStatus'>
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Receives the errors of deferred data; the page is shown without it. */
  readonly onDeferredError: (error: unknown) => void
}

/** A page's data, the path that it moved to, or undefined if there is no such page. */
type LoaderResult<Name extends RouteName> =
  | { readonly data: PageDataByRoute[Name]; readonly head: PageHead; readonly isPrivate?: true }
  | { readonly movedTo: string }
  | undefined

export type Loader<Name extends RouteName> = (args: LoaderArguments) => Promise<LoaderResult<Name>>
