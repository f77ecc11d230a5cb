import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { BUILD_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'

const POLICY_HEADER = 'Content-Security-Policy'
const EMBEDDER_HEADER = 'Cross-Origin-Embedder-Policy'

/** What no page here asks a browser for, so that nothing that finds its way into one can. Browsers complain of names that they do not know. */
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

/** Pictures that the store only knows by address are the one thing that may come from elsewhere. */
export function securityHeaders({ config, store }: AppContext): RequestHandler[] {
  const { httpBaseUrl } = config.client
  const isFetchedElsewhere = httpBaseUrl !== '/'
  const headers = readHeaders(config.siteUrl.startsWith('https:'), isFetchedElsewhere ? [httpBaseUrl] : [])
  const policy = headers.get(POLICY_HEADER)!
  let allowedOrigins: readonly string[] = []
  return [
    async (_req, res, next) => {
      const origins = await store.listRemoteImageOrigins().catch(() => [])
      if (origins !== allowedOrigins) {
        headers.set(POLICY_HEADER, policy.replace(OWN_PICTURES, [OWN_PICTURES, ...origins].join(' ')))
        // Foreign pictures come without the header that the stricter policy asks for; without cookies they may come as they are.
        headers.set(EMBEDDER_HEADER, origins.length > 0 ? 'credentialless' : 'require-corp')
        allowedOrigins = origins
      }
      res.setHeaders(headers)
      next()
    },
    ...(isFetchedElsewhere ? [shareWithSite(config.siteUrl)] : []),
  ]
}

/** The headers that helmet gives to every answer, asked for once: it would put each of them together anew for each answer. What helmet leaves out stands behind them. */
function readHeaders(isHttps: boolean, connectOrigins: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  const answer = {
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
        connectSrc: ["'self'", ...connectOrigins],
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
  })({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  headers.set('Permissions-Policy', UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '))
  return headers
}

/** The site's pages may read what they fetch by way of another origin. */
function shareWithSite(siteUrl: string): RequestHandler {
  return (_req, res, next) => {
    res.set({ 'Access-Control-Allow-Origin': siteUrl, 'Access-Control-Expose-Headers': BUILD_ID_HEADER })
    next()
  }
}

/** Lets the inline scripts of one streamed answer run, and no others. */
export function allowInlineScripts(res: Response, nonce: string): void {
  const policy = String(res.getHeader(POLICY_HEADER))
  res.setHeader(POLICY_HEADER, policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`))
}
