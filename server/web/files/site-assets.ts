import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import type { Site } from '../../../shared/site.ts'
import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'
import type { AppContext } from '../app-context.ts'
import { ICONS, iconVersion, renderIcon, type IconShape } from './site-icon.ts'
import { loadFrame } from '../pages/load-page.ts'
import { buildLookStyle } from '../render/look-style.ts'
import { BRIEFLY, FOR_AN_HOUR, IMMUTABLE } from '../cache-control.ts'
import { sendFile, sendNotFound } from './send-file.ts'

/** `/look-{hash}.css`: the owner's colours and fonts. */
export function lookStyle({ catalog: store, config }: Pick<AppContext, 'catalog' | 'config'>): RequestHandler {
  return async (req, res) => {
    const { site } = await loadFrame(store, config.pages.siteUrl)
    const look = buildLookStyle(site)
    if (!look) return sendNotFound(res, 'There is no such style sheet.', 'no-store')
    // Another node, or a page that was cached before a change, may link another look.
    const cacheControl = req.path === look.path ? IMMUTABLE : BRIEFLY
    sendFile(req, res, 'text/css', Buffer.from(look.css), cacheControl)
  }
}

export const FONT_PATH = new RegExp(`^/fonts/([0-9a-f]{${PICTURE_URL_HASH_LENGTH}})\\.woff2$`)

/** `/fonts/{hash}.woff2`: the owner's fonts; Vitrine's own are in `public/`. */
export function ownFonts({ catalog: store }: Pick<AppContext, 'catalog'>): RequestHandler {
  return async (req, res) => {
    const file = await store.findImage(FONT_PATH.exec(req.path)?.[1] ?? '')
    if (file?.format !== 'woff2') return sendNotFound(res, 'There is no such font.', 'no-store')
    sendFile(req, res, 'font/woff2', Buffer.from(file.bytes), IMMUTABLE)
  }
}

/** Icons at the addresses where browsers look for them by themselves. */
const USUAL_ICONS: Readonly<Record<string, IconShape>> = {
  '/favicon.ico': { size: 32, logoShare: 1, isOpaque: false },
  '/apple-touch-icon.png': { size: 180, logoShare: 0.8, isOpaque: true },
}

export const ICON_PATH = /^\/(?:favicon\.ico|apple-touch-icon\.png|icons\/[^/]+\/[^/]+)$/

const ICONS_MAX = Object.keys({ ...ICONS, ...USUAL_ICONS }).length

/** The site's icons. Requests for the same icon share one render. */
export function siteIcons({ catalog: store }: Pick<AppContext, 'catalog'>): RequestHandler {
  const icons = new LRUCache<string, Buffer, { readonly site: Site; readonly shape: IconShape }>({
    max: ICONS_MAX,
    fetchMethod: async (_key, _stale, { context: { site, shape } }) => {
      const file = site.logo && (await store.findImage(site.logo.hash))
      const initial = () => renderIcon(site, null, shape)
      return file ? renderIcon(site, file.bytes, shape).catch(initial) : initial()
    },
  })

  return async (req, res) => {
    const site = await store.readSite()
    const [, , version, name = ''] = req.path.split('/')
    const shape = new Map(Object.entries({ ...USUAL_ICONS, ...ICONS })).get(name || req.path)
    if (!shape) return sendNotFound(res, 'There is no such icon.', BRIEFLY)
    const key = JSON.stringify([iconVersion(site), shape])
    const icon = await icons.forceFetch(key, { context: { site, shape } })
    // An old version's URL returns the current icon, which must not be cached under it forever.
    sendFile(req, res, 'image/png', icon, version === iconVersion(site) ? IMMUTABLE : FOR_AN_HOUR)
  }
}
