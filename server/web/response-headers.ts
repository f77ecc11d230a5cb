import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { BUILD_ID_HEADER, FRAME_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from './app-context.ts'
import { allowOrigins } from '../platform/settings/picture-origins.ts'
import { requestState } from './request-state.ts'

/**
 * Sets the headers of all responses. Other origins are allowed only for pictures that the catalogue stores by URL; without the
 * database, they stay the same.
 */
export function commonHeaders(context: AppContext): RequestHandler {
  const { catalog, config } = context
  const defaults = buildDefaultHeaders(config.pages)
  let headers = defaults
  let revision: number | undefined

  const readOrigins = async () => {
    const { revision: current } = catalog
    const origins = await catalog.listRemoteImageOrigins().catch(() => undefined)
    if (!origins) return
    revision = current
    headers = allowPictures(defaults, allowOrigins(origins))
  }

  return async (_req, res, next) => {
    res.setHeader('X-Request-Id', requestState(res).id)
    // The client opens a new connection, which another process accepts.
    if (context.phase === 'draining') res.setHeader('Connection', 'close')
    if (revision !== catalog.revision) await readOrigins()
    res.setHeaders(headers)
    next()
  }
}

const POLICY_HEADER = 'content-security-policy'
const EMBEDDER_HEADER = 'cross-origin-embedder-policy'

/** Features that the Permissions-Policy disables. All names are known to browsers, which log warnings about others. */
const UNUSED_FEATURES =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid idle-detection ' +
  'magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking'

const OWN_PICTURES = "img-src 'self' data:"

function allowPictures(defaults: Map<string, string>, sources: readonly string[]): Map<string, string> {
  if (sources.length === 0) return defaults
  const policy = defaults.get(POLICY_HEADER) ?? ''
  return new Map([
    ...defaults,
    [POLICY_HEADER, policy.replace(OWN_PICTURES, [OWN_PICTURES, ...sources].join(' '))],
    // Pictures of other origins lack the header that `require-corp` needs.
    [EMBEDDER_HEADER, 'credentialless'],
  ])
}

/** Uses helmet once on a fake response, because as middleware it would build its headers for each one. */
function buildDefaultHeaders({ siteUrl, client: { httpBaseUrl } }: AppContext['config']['pages']): Map<string, string> {
  const isHttps = siteUrl.startsWith('https:')
  const isFetchedFromOtherOrigin = httpBaseUrl !== '/'
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
  }
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(isFetchedFromOtherOrigin ? [httpBaseUrl] : [])],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  headers.set(
    'permissions-policy',
    UNUSED_FEATURES.split(' ')
      .map((feature) => `${feature}=()`)
      .join(', '),
  )
  if (isFetchedFromOtherOrigin) {
    headers.set('access-control-allow-origin', siteUrl)
    headers.set('access-control-expose-headers', `${BUILD_ID_HEADER}, ${FRAME_ID_HEADER}`)
  }
  return headers
}

export function allowInlineScripts(res: Response, nonce: string): void {
  const policy = String(res.getHeader(POLICY_HEADER))
  res.setHeader(POLICY_HEADER, policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`))
}
