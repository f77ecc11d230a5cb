import type { Request, RequestHandler } from 'express'
import { HttpError } from '../../../shared/http-error.ts'
import type { AppContext } from '../../app-context.ts'

/**
 * Refuses what another site's page has a visitor's browser send.
 *
 * Browsers say where a request comes from, in `Sec-Fetch-Site` or, older ones and those without TLS, in `Origin`: the
 * site's own is that of `SITE_URL`, or the host that was asked, for a site may answer under several names. Whatever says
 * neither is no browser, and can be made to send nothing by somebody else's page.
 */
export function refuseOtherOrigins({ config }: AppContext): RequestHandler {
  return (req, _res, next) => {
    const site = req.headers['sec-fetch-site']
    const { origin } = req.headers
    const isOwn =
      site === 'same-origin' || site === 'none' || isOwnOrigin(req, origin, config.siteUrl, site !== undefined)
    if (isOwn || (site === undefined && origin === undefined)) next()
    else next(new HttpError(403, 'Forbidden', { fatal: false }))
  }
}

/** The scheme is not compared where the host is: a proxy in front may speak another one. */
function isOwnOrigin(req: Request, origin: string | undefined, siteUrl: string, isHostSettled: boolean): boolean {
  if (origin === siteUrl) return true
  if (isHostSettled || origin === undefined || !URL.canParse(origin)) return false
  return new URL(origin).host === req.headers.host
}
