import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { BUILD_ID_HEADER, FRAME_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from './app-context.ts'
import { allowOrigins } from '../platform/settings/picture-origins.ts'
import { requestState } from './request-state.ts'

const POLICY_HEADER = 'Content-Security-Policy'

/** Disables features that pages do not use. All names are known to browsers, which log warnings about others. */
const PERMISSIONS_POLICY =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), ' +
  'gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), ' +
  'publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()'

/**
 * Sets the headers of all responses. Other origins are allowed only for pictures that the catalogue stores by URL; without the
 * database, they stay the same.
 */
export function commonHeaders(context: Pick<AppContext, 'catalog' | 'config' | 'phase'>): RequestHandler {
  const { catalog, config } = context
  const { siteUrl, client } = config.pages
  let setSecurityHeaders = createSecurityHeaders(config.pages, [])
  let revision: number | undefined

  const readOrigins = async () => {
    const { revision: current } = catalog
    const origins = await catalog.listRemoteImageOrigins().catch(() => undefined)
    if (!origins) return
    revision = current
    setSecurityHeaders = createSecurityHeaders(config.pages, allowOrigins(origins))
  }

  return async (req, res, next) => {
    res.setHeader('X-Request-Id', requestState(res).id)
    // The client opens a new connection, which another process accepts.
    if (context.phase === 'draining') res.setHeader('Connection', 'close')
    res.setHeader('Permissions-Policy', PERMISSIONS_POLICY)
    if (client.httpBaseUrl !== '/') {
      res.setHeader('Access-Control-Allow-Origin', siteUrl)
      res.setHeader('Access-Control-Expose-Headers', `${BUILD_ID_HEADER}, ${FRAME_ID_HEADER}`)
    }
    if (revision !== catalog.revision) await readOrigins()
    setSecurityHeaders(req, res, next)
  }
}

function createSecurityHeaders(
  { siteUrl, client: { httpBaseUrl } }: AppContext['config']['pages'],
  pictureOrigins: readonly string[],
): ReturnType<typeof helmet> {
  const isHttps = siteUrl.startsWith('https:')
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...pictureOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(httpBaseUrl === '/' ? [] : [httpBaseUrl])],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Pictures of other origins lack the header that `require-corp` needs.
    crossOriginEmbedderPolicy: { policy: pictureOrigins.length === 0 ? 'require-corp' : 'credentialless' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}

/** The response gets an origin of its own, in which nothing runs. */
export function sandbox(res: Response): void {
  res.setHeader(POLICY_HEADER, `${String(res.getHeader(POLICY_HEADER))};sandbox`)
}

export function allowInlineScripts(res: Response, nonce: string): void {
  const policy = String(res.getHeader(POLICY_HEADER))
  res.setHeader(POLICY_HEADER, policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`))
}
