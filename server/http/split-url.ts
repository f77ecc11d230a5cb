/** The path and the query of a request, as they were asked for. */
export function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const queryStart = url.indexOf('?')
  return queryStart < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, queryStart), search: url.slice(queryStart) }
}
