import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { BUILD_ID_HEADER, FRAME_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from './app-context.ts'
import { allowOrigins } from '../platform/settings/picture-origins.ts'
import { requestState } from './request-state.ts'

export interface CommonHeaders {
  /**
   * The headers of all responses, as alternating lower-case names and values. The array stays the same until a header
   * changes.
   */
  list(): Promise<readonly string[]>
  readonly middleware: RequestHandler
}

export function createCommonHeaders(context: AppContext): CommonHeaders {
  const readSecurity = createSecurityHeaders(context)
  return {
    async list() {
      return (await readSecurity()).list
    },
    async middleware(_req, res, next) {
      const { id } = requestState(res)
      res.setHeader('X-Request-Id', id)
      // The client opens a new connection, which another process accepts.
      if (context.phase === 'draining') res.setHeader('Connection', 'close')
      res.setHeaders((await readSecurity()).map)
      next()
    },
  }
}

const POLICY_HEADER = 'content-security-policy'
const EMBEDDER_HEADER = 'cross-origin-embedder-policy'

/** Features that the Permissions-Policy disables. All names are known to browsers, which log warnings about others. */
const UNUSED_FEATURES =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid idle-detection ' +
  'magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking'

const OWN_PICTURES = "img-src 'self' data:"

interface SecurityHeaders {
  readonly map: Map<string, string>
  readonly list: readonly string[]
}

const describeHeaders = (map: Map<string, string>): SecurityHeaders => ({ map, list: [...map].flat() })

/** Other origins are allowed only for pictures that the catalogue stores by URL. */
function createSecurityHeaders({ config, store }: AppContext): () => Promise<SecurityHeaders> {
  const defaults = buildDefaultHeaders(config.pages)
  const policy = defaults.get(POLICY_HEADER) ?? ''
  let allowedOrigins: readonly string[] = []
  let headers = describeHeaders(defaults)
  return async () => {
    const origins = await store.listRemoteImageOrigins().catch(() => [])
    if (origins !== allowedOrigins) {
      allowedOrigins = origins
      const map = new Map(defaults)
      const sources = allowOrigins(origins)
      map.set(POLICY_HEADER, policy.replace(OWN_PICTURES, [OWN_PICTURES, ...sources].join(' ')))
      // Pictures of other origins lack the header that `require-corp` needs.
      if (sources.length > 0) map.set(EMBEDDER_HEADER, 'credentialless')
      headers = describeHeaders(map)
    }
    return headers
  }
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
