import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { BUILD_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'

const POLICY_HEADER = 'Content-Security-Policy'

/** Pictures that the store only knows by address are the one thing that may come from elsewhere. */
export function securityHeaders({ config, store }: AppContext): RequestHandler[] {
  const isHttps = config.siteUrl.startsWith('https:')
  const { httpBaseUrl } = config.client
  const isFetchedElsewhere = httpBaseUrl !== '/'
  return [
    async (_req, res, next) => {
      res.locals['imageOrigins'] = await store.listRemoteImageOrigins().catch(() => [])
      next()
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', (_req, res) => ((res as Response).locals['imageOrigins'] as string[]).join(' ')],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", ...(isFetchedElsewhere ? [httpBaseUrl] : [])],
          manifestSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      // Foreign pictures come without the header that this policy asks for.
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: isHttps,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
    ...(isFetchedElsewhere ? [shareWithSite(config.siteUrl)] : []),
  ]
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
