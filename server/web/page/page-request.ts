import type { RouteMatch } from '../../../shared/routes.ts'
import { withBase } from '../../../shared/languages.ts'
import { BUILD_ID_HEADER } from '../../../shared/urls.ts'
import type { CacheEntry } from '../render/page-cache.ts'
import type { AppContext } from '../app-context.ts'
import { PRIVATE, SHARED_BRIEFLY } from './cache-control.ts'
import { canonicalPathname, canonicalSearch } from './page-url.ts'

export interface PageRequest {
  readonly kind: CacheEntry['kind']
  readonly base: string
  readonly match: RouteMatch
  readonly pathname: string
  readonly search: string
  /** Key in the page cache; null if the page is for this client alone. */
  readonly key: string | null
  readonly revision: number
  readonly etag: string | null
  /** Headers that not all responses have. */
  readonly headers: Readonly<Record<string, string>>
}

/** @param search the query of the requested URL */
export function buildPageRequest(
  { store, base, build, etagPrefix }: AppContext,
  kind: PageRequest['kind'],
  match: RouteMatch,
  search: string,
): PageRequest {
  const { revision } = store
  const pathname = withBase(base, canonicalPathname(match))
  const query = canonicalSearch(match, search)
  // The ETag is weak, because all encodings share it.
  const etag = query === null ? null : `W/"${etagPrefix}-${revision}"`
  return {
    kind,
    base,
    match,
    pathname,
    search: query ?? search,
    key: query === null ? null : `${kind} ${pathname}${query}`,
    revision,
    etag,
    headers: {
      ...(kind === 'page' ? { 'content-type': 'text/html; charset=utf-8' } : payloadHeaders(build.id)),
      ...(etag === null
        ? { 'cache-control': PRIVATE, 'x-robots-tag': 'noindex' }
        : { etag, 'cache-control': SHARED_BRIEFLY, vary: 'Accept-Encoding' }),
    },
  }
}

/** Search engines should list pages, not their data. */
function payloadHeaders(buildId: string): PageRequest['headers'] {
  return {
    'content-type': 'application/json; charset=utf-8',
    [BUILD_ID_HEADER.toLowerCase()]: buildId,
    'x-robots-tag': 'noindex',
  }
}
