import { escapeHtml } from '../../shared/escape.ts'
import { defaultStatusMessage, type HttpErrorBody } from '../../shared/http-error.ts'
import type { AppContext } from '../app-context.ts'
import { loadFrameAnyway } from '../loaders/load-frame-anyway.ts'
import { renderWhole } from '../render/render-page.tsx'

/**
 * The error page.
 * @param url as it was asked for
 * @param onFailure told of what goes wrong meanwhile: where not even this page can be drawn, it is the least that says what happened
 */
export async function drawErrorPage(context: AppContext, error: HttpErrorBody, url: string, onFailure: (failure: unknown) => void): Promise<Buffer> {
  try {
    const frame = await loadFrameAnyway(context)
    const title = `${error.statusCode} · ${frame.site.name}`
    return await renderWhole({
      frame,
      view: { error },
      head: { title, description: error.statusMessage, canonicalPath: '/', robots: 'noindex' },
      build: context.build,
      settings: context.config.client,
      url: url.startsWith('/') ? url : '/',
      signal: AbortSignal.timeout(context.config.renderTimeoutMs),
    })
  } catch (failure) {
    onFailure(failure)
    const text = `${error.statusCode} ${escapeHtml(error.statusMessage || defaultStatusMessage(error.statusCode))}`
    return Buffer.from(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${text}</title></head><body><h1>${text}</h1></body></html>`)
  }
}
