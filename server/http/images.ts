import { Router } from 'express'
import type { AppContext } from '../app-context.ts'
import { allowMethods } from './allow-methods.ts'
import { IMMUTABLE } from './cache-control.ts'
import { requestState } from './request-state.ts'

const IMAGE_PATH = /^\/([0-9a-f]{64})\.(jpeg|png|webp|avif|gif)$/

/** `/images/{hash}.{format}`: the originals, which never change under their address. */
export function images({ store }: AppContext): Router {
  const router = Router()
  router.use('/images', allowMethods('GET', 'HEAD'), async (req, res) => {
    const state = requestState(res)
    state.route = 'image'
    const [, hash = '', format] = IMAGE_PATH.exec(req.path) ?? []
    const etag = `"${hash}"`
    const file = hash && (await store.findImage(hash))
    if (!file || file.format !== format) {
      state.outcome = 'missing'
      res.status(404).set('Cache-Control', 'no-store').type('text/plain').send('There is no such picture.\n')
      return
    }
    res.set({ 'Cache-Control': IMMUTABLE, ETag: etag }).type(`image/${format}`)
    state.outcome = req.fresh ? 'not-modified' : 'image'
    if (req.fresh) res.status(304).end()
    else res.send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
  })
  return router
}
