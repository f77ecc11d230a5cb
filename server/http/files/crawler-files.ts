import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import type { AppContext } from '../../app-context.ts'
import { FOR_AN_HOUR } from '../cache/cache-control.ts'
import { clientKey } from '../limits/client-limits.ts'
import { queueChunks } from '../../concurrency/queue-chunks.ts'
import { requestState } from '../request-state.ts'

/**
 * Sends a file that is made of the catalogue as it goes out, and not made at all for who has it already. What goes wrong
 * before the first part is an error as any other; later the connection breaks, so that nobody takes a part for the whole.
 * @param type MIME type
 */
export async function sendCrawlerFile(
  { store, etagPrefix, renderQueue }: Pick<AppContext, 'store' | 'etagPrefix' | 'renderQueue'>,
  req: Request,
  res: Response,
  type: string,
  parts: AsyncGenerator<string>,
): Promise<void> {
  const state = requestState(res)
  const address = createHash('sha256').update(req.path).digest('base64url').slice(0, 8)
  res.set({ ETag: `W/"${etagPrefix}-${store.revision}-${address}"`, 'Cache-Control': FOR_AN_HOUR })
  if (req.method === 'HEAD' || req.fresh) {
    await parts.return(undefined)
    state.outcome = req.fresh ? 'not-modified' : 'asset'
    res
      .status(req.fresh ? 304 : 200)
      .type(type)
      .end()
    return
  }
  const pieces = queueChunks(renderQueue, clientKey(req.ip), parts, () => res.destroyed)
  const first = await pieces.next()
  res.type(type)
  state.outcome = 'asset'
  await pipeline(Readable.from(continueFrom(first, pieces)), res)
}

async function* continueFrom(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return
  yield first.value
  yield* rest
}
