import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { BUILD_ID_HEADER, FRAME_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'
import { allowOrigins } from '../catalog/picture-origins.ts'
import { requestState } from './request-state.ts'
import { addServerTiming } from './server-timing.ts'

/** The headers of every response. */
export interface CommonHeaders {
  /** The headers that are the same for all responses, as alternating lower-case names and values, for cache entries. */
  list(): Promise<readonly string[]>
  /** Sets all of them. */
  readonly middleware: RequestHandler
}

export function createCommonHeaders(context: AppContext): CommonHeaders {
  const readSecurity = createSecurityHeaders(context)
  let listed: { readonly headers: SecurityHeaders; readonly list: readonly string[] } | undefined
  return {
    async list() {
      const headers = await readSecurity()
      if (listed?.headers !== headers)
        listed = { headers, list: [...headers].flatMap(([name, value]) => [name.toLowerCase(), value]) }
      return listed.list
    },
    async middleware(_req, res, next) {
      const { id, timings } = requestState(res)
      res.setHeader('X-Request-Id', id)
      // While the server shuts down, each response closes its connection, so that the next request goes to another process.
      if (context.phase === 'draining') res.setHeader('Connection', 'close')
      if (timings) addServerTiming(res)
      res.setHeaders((await readSecurity()) as Map<string, string>)
      next()
    },
  }
}

const POLICY_HEADER = 'Content-Security-Policy'
const EMBEDDER_HEADER = 'Cross-Origin-Embedder-Policy'

/** Browser features that no page uses. The list holds only names that browsers know, because they warn of others. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const OWN_PICTURES = "img-src 'self' data:"

/** Security headers by name. */
type SecurityHeaders = ReadonlyMap<string, string>

/**
 * Returns a function that reads the security headers. The policy allows other origins only for pictures that the catalogue
 * stores by URL; while these origins stay the same, the function returns the same map.
 */
function createSecurityHeaders({ config, store }: AppContext): () => Promise<SecurityHeaders> {
  const defaults = buildDefaultHeaders(config)
  const policy = defaults.get(POLICY_HEADER) ?? ''
  let allowedOrigins: readonly string[] = []
  let headers = defaults
  return async () => {
    const origins = await store.listRemoteImageOrigins().catch(() => [])
    if (origins !== allowedOrigins) {
      allowedOrigins = origins
      headers = new Map(defaults)
      const sources = allowOrigins(origins)
      headers.set(POLICY_HEADER, policy.replace(OWN_PICTURES, [OWN_PICTURES, ...sources].join(' ')))
      // Pictures of other origins lack the header that `require-corp` needs; `credentialless` loads them without cookies.
      if (sources.length > 0) headers.set(EMBEDDER_HEADER, 'credentialless')
    }
    return headers
  }
}

/** Collects helmet's headers once, because helmet would build them again for each response, and adds the others. */
function buildDefaultHeaders({ siteUrl, client: { httpBaseUrl } }: AppContext['config']): Map<string, string> {
  const isHttps = siteUrl.startsWith('https:')
  const isFetchedFromOtherOrigin = httpBaseUrl !== '/'
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
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
  headers.set('Permissions-Policy', UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '))
  if (isFetchedFromOtherOrigin) {
    headers.set('Access-Control-Allow-Origin', siteUrl)
    headers.set('Access-Control-Expose-Headers', `${BUILD_ID_HEADER}, ${FRAME_ID_HEADER}`)
  }
  return headers
}

/** Allows inline scripts with this nonce to run in one response. */
export function allowInlineScripts(res: Response, nonce: string): void {
  const policy = String(res.getHeader(POLICY_HEADER))
  res.setHeader(POLICY_HEADER, policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`))
}
