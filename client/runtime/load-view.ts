import type { Location } from 'react-router-dom'
import { HttpError, routeNotFound } from '../../shared/http-error.ts'
import type { DocumentData } from '../../shared/page-data.ts'
import { matchRoute } from '../../shared/routes.ts'
import type { View } from '../app.tsx'
import { loadPageComponent } from '../pages.ts'
import { loadPageStyles } from './page-styles.ts'
import { loadPayload } from './payload.ts'

/**
 * Brings a page's chunk, styles and data together. A page that is not there is a view as well: the error.
 * @throws where chunk, styles or data cannot be loaded
 */
export async function loadView(
  { pathname, search }: Location,
  { buildId, styles }: DocumentData,
  signal: AbortSignal,
): Promise<{ content: View; pathname: string }> {
  const match = matchRoute(pathname)
  if (!match) return { content: { error: describe(routeNotFound(pathname + search)) }, pathname }
  try {
    const [payload, Page] = await Promise.all([
      loadPayload(pathname, search, buildId, signal),
      loadPageComponent(match.name),
      loadPageStyles(styles[match.name]),
    ])
    return { content: { page: payload.page, Page }, pathname: payload.pathname }
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return { content: { error: describe(error) }, pathname }
    throw error
  }
}

function describe(error: HttpError): { statusCode: number; statusMessage: string; fatal: boolean } {
  return { statusCode: error.status, statusMessage: error.message, fatal: error.fatal }
}
