import type { Request, Response } from 'express'
import type { AppContext } from '../../app-context.ts'
import { loadFrame } from '../../loaders/load-page.ts'
import { PageStream } from '../../render/page-stream.ts'
import { renderPage, type RenderRequest } from '../../render/render-page.tsx'
import { compressResponse } from '../cache/compressed.ts'
import { allowInlineScripts } from '../security-headers.ts'
import { countBufferedPage } from '../limits/pending-responses.ts'

/** The part of a render that differs from page to page; the frame is loaded unless given. */
export type PageContent = Omit<RenderRequest, 'frame' | 'build' | 'settings'> & Partial<Pick<RenderRequest, 'frame'>>

/** Where a page goes. */
interface Recipient {
  readonly req: Request
  readonly res: Response
  /** Sets status and headers; called right before the first byte. */
  readonly onStart: () => void
  /** Only renders the page, for the cache: the response has been sent. */
  readonly isSilent?: boolean
}

/**
 * Streams a page through the compressor while React renders it.
 * @returns the whole page, when React is done
 * @throws what rendering throws; if the response has begun by then, it can only be cut off
 */
export async function streamPage(
  context: AppContext,
  content: PageContent,
  { req, res, onStart, isSilent = false }: Recipient,
): Promise<Buffer> {
  const { store, config, build } = context
  const frame = content.frame ?? (await loadFrame(store, config.siteUrl))
  const stream = new PageStream(isSilent ? null : res, (nonce) => {
    onStart()
    if (isSilent) return
    if (nonce !== undefined) allowInlineScripts(res, nonce)
    compressResponse(req, res, () => {})
  })
  await renderPage({ ...content, frame, build, settings: config.client }, stream)
  const { bytes } = stream
  if (!isSilent) countBufferedPage(res, bytes.length)
  return bytes
}
