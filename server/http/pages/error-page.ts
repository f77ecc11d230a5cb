import { escapeHtml } from '../../../shared/escape.ts'
import { defaultStatusMessage, type HttpErrorBody } from '../../../shared/http-error.ts'
import { buildErrorTitle } from '../../../shared/page-title.ts'
import type { AppContext } from '../../app-context.ts'
import { messagesFor } from '../../language.ts'
import { loadFrameOrNeutral } from '../../loaders/load-frame-anyway.ts'
import type { PageContent } from './render-queued.ts'

/** The error page. @param url as it was requested */
export async function buildErrorPage(context: AppContext, error: HttpErrorBody, url: string): Promise<PageContent> {
  const frame = await loadFrameOrNeutral(context)
  const { site } = frame
  const title = buildErrorTitle(error, site, messagesFor(site.locale))
  const description = site.pageTitles === 'site' ? site.name : error.statusMessage
  return {
    frame,
    view: { error },
    head: { title, description, canonicalPath: '/', robots: 'noindex' },
    url: url.startsWith('/') ? url : '/',
    signal: AbortSignal.timeout(context.config.renderTimeoutMs),
  }
}

/** The least that says what happened, if not even the error page can be rendered. */
export function buildPlainErrorPage(error: HttpErrorBody): string {
  const text = `${error.statusCode} ${escapeHtml(error.statusMessage || defaultStatusMessage(error.statusCode))}`
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${text}</title></head><body><h1>${text}</h1></body></html>`
}
