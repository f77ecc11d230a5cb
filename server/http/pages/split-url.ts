import { readPayloadPath } from '../../../shared/urls.ts'

interface SplitUrl {
  readonly pathname: string
  /** With its question mark, or ''. */
  readonly search: string
}

/** The path and the query of a URL as it was requested. */
export function splitUrl(url: string): SplitUrl {
  const queryStart = url.indexOf('?')
  return queryStart < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, queryStart), search: url.slice(queryStart) }
}

/**
 * The page's path and query in the URL of its payload, and the build that requests it ('' if it does not say). The build id
 * comes last and has no name.
 */
export function splitPayloadUrl(url: string): SplitUrl & { readonly buildId: string } {
  const { pathname, search } = splitUrl(url)
  const parts = search.slice(1).split('&')
  const buildId = parts.at(-1)?.includes('=') ? '' : (parts.pop() ?? '')
  return {
    pathname: readPayloadPath(pathname) ?? pathname,
    search: parts.length > 0 && parts[0] !== '' ? `?${parts.join('&')}` : '',
    buildId,
  }
}
