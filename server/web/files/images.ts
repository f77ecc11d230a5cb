import { Router } from 'express'
import { RENDITION_WIDTHS } from '../../../shared/constants.ts'
import { RENDITION_FORMATS } from '../../../shared/renditions.ts'
import type { AppContext } from '../app-context.ts'
import type { RenditionName } from './renditions.ts'
import { IMMUTABLE } from '../cache-control.ts'
import { clientKey } from '../limits/client-limits.ts'
import { allowMethods } from '../request-checks.ts'
import { requestState } from '../request-state.ts'
import { sendNotFound, sendIfNotModified } from './send-file.ts'

/** URLs of renditions (resized pictures) have 20 digits of the picture's hash, in older versions all 64. */
const RENDITION_PATH = /^\/([0-9a-f]{20}|[0-9a-f]{64})\/([1-9]\d*)\.([a-z]+)$/

/** `/images/{hash}/{width}.{format}`: resized pictures; other widths and formats are a 404. */
export function images({ renditions }: AppContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use('/images', allowMethods('GET', 'HEAD'), async (req, res) => {
    const state = requestState(res)
    state.route = 'image'
    const name = readName(req.path)
    const bytes = name && (await renditions.find(name, clientKey(req.ip)))
    if (!bytes) return sendNotFound(res, 'There is no such picture.', 'no-store')
    res.set({ 'Cache-Control': IMMUTABLE, ETag: `"${name.hash}-${name.width}-${name.format}"` })
    if (sendIfNotModified(req, res)) return
    state.outcome = 'image'
    res.type(`image/${name.format}`).send(bytes)
  })
  return router
}

function readName(path: string): RenditionName | undefined {
  const [, hash, givenWidth, givenFormat] = RENDITION_PATH.exec(path) ?? []
  const width = RENDITION_WIDTHS.find((candidate) => String(candidate) === givenWidth)
  const format = RENDITION_FORMATS.find((candidate) => candidate === givenFormat)
  return hash && width && format ? { hash, width, format } : undefined
}
