import type { RequestHandler } from 'express'
import { readAccentStyle } from '../../render/accent-style.ts'
import { IMMUTABLE } from '../cache/cache-control.ts'
import { requestState } from '../request-state.ts'

/** `/accent-{color}-{hash}.css`: the owner's accent colour, which never changes under its address. */
export const accentStyle: RequestHandler = (req, res, next) => {
  const css = ['GET', 'HEAD'].includes(req.method) ? readAccentStyle(req.path) : undefined
  if (css === undefined) {
    next()
    return
  }
  Object.assign(requestState(res), { route: 'accent', outcome: 'asset' })
  res.set('Cache-Control', IMMUTABLE).type('css').send(css)
}
