import { join } from 'node:path'
import express, { type RequestHandler } from 'express'
import type { AppContext } from '../../app-context.ts'
import { requestState } from '../request-state.ts'

/** Files of `public/`: their names stay, so browsers may hold them for a day and ask again. */
export function publicFiles({ projectDir }: AppContext): RequestHandler {
  const serve = express.static(join(projectDir, 'public'), {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    maxAge: '1d',
    setHeaders: (res) => {
      Object.assign(requestState(res), { route: 'public', outcome: 'asset' })
    },
  })
  return (req, res, next) => (req.path.includes('.') ? serve(req, res, next) : next())
}
