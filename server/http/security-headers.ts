import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Response } from 'express'
import helmet from 'helmet'
import { BUILD_ID_HEADER, FRAME_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'
import { allowOrigins } from '../catalog/picture-origins.ts'

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

/** What every answer tells the browser to forbid, by header. */
export type SecurityHeaders = ReadonlyMap<string, string>

/**
 * Reads the headers that forbid what no page needs. Pictures that the store only knows by address are the one thing that may
 * come from elsewhere.
 * @returns the same ones, for as long as those pictures come from the same places
 */
export function readSecurityHeaders({ config, store }: AppContext): () => Promise<SecurityHeaders> {
  const { httpBaseUrl } = config.client
  const isFetchedElsewhere = httpBaseUrl !== '/'
  const usual = readHeaders(config.siteUrl.startsWith('https:'), isFetchedElsewhere ? [httpBaseUrl] : [])
  if (isFetchedElsewhere) shareWithSite(usual, config.siteUrl)
  let allowedOrigins: readonly string[] = []
  let headers = usual
  return async () => {
    const origins = await store.listRemoteImageOrigins().catch(() => [])
    if (origins !== allowedOrigins) {
      allowedOrigins = origins
      headers = new Map(usual)
      const sources = allowOrigins(origins)
      headers.set(POLICY_HEADER, usual.get(POLICY_HEADER)!.replace(OWN_PICTURES, [OWN_PICTURES, ...sources].join(' ')))
      // Foreign pictures come without the header that the stricter policy asks for; without cookies they may come as they are.
      if (sources.length > 0) headers.set(EMBEDDER_HEADER, 'credentialless')
    }
    return headers
  }
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
function shareWithSite(headers: Map<string, string>, siteUrl: string): void {
  headers.set('Access-Control-Allow-Origin', siteUrl)
  headers.set('Access-Control-Expose-Headers', `${BUILD_ID_HEADER}, ${FRAME_ID_HEADER}`)
}

/** Lets the inline scripts of one streamed answer run, and no others. */
export function allowInlineScripts(res: Response, nonce: string): void {
  const policy = String(res.getHeader(POLICY_HEADER))
  res.setHeader(POLICY_HEADER, policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`))
}
