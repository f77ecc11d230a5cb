import { Router } from 'express'
import { LRUCache } from 'lru-cache'
import type { Site } from '../../../shared/site.ts'
import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'
import type { AppContext } from '../app-context.ts'
import { renderIcon, iconVersion, wrapIco, type IconShape } from './site-icon.ts'
import { buildWebAppManifest, ICONS, MANIFEST_PATH } from './web-app-manifest.ts'
import { loadFrame } from '../pages/load-page.ts'
import { buildLookStyle } from '../render/look-style.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import { BRIEFLY, FOR_AN_HOUR, IMMUTABLE } from '../cache-control.ts'
import { allowMethods } from '../request-checks.ts'
import { recordAs, requestState } from '../request-state.ts'
import { sendFile, sendNotFound } from './send-file.ts'

/** `/look-{hash}.css`: the owner's colours and fonts. */
export function lookStyle({ catalog: store, config }: Pick<AppContext, 'catalog' | 'config'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.all(/^\/look-[\w-]{8}\.css$/, allowMethods('GET', 'HEAD'), async (req, res) => {
    requestState(res).route = 'look'
    const { site } = await loadFrame(store, config.pages.siteUrl)
    const look = buildLookStyle(site)
    if (!look) return sendNotFound(res, 'There is no such style sheet.', 'no-store')
    // Another node, or a page that was cached before a change, may link another look.
    const cacheControl = req.path === look.path ? IMMUTABLE : BRIEFLY
    sendFile(req, res, 'text/css', Buffer.from(look.css), cacheControl)
  })
  return router
}

const FONT_PATH = new RegExp(`^/fonts/([0-9a-f]{${PICTURE_URL_HASH_LENGTH}})\\.woff2$`)

/** `/fonts/{hash}.woff2`: the owner's fonts; Vitrine's own are in `public/`. */
export function ownFonts({ catalog: store }: Pick<AppContext, 'catalog'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.all(FONT_PATH, allowMethods('GET', 'HEAD'), async (req, res) => {
    requestState(res).route = 'font'
    const file = await store.findImage(FONT_PATH.exec(req.path)?.[1] ?? '')
    if (file?.format !== 'woff2') return sendNotFound(res, 'There is no such font.', 'no-store')
    sendFile(req, res, 'font/woff2', Buffer.from(file.bytes), IMMUTABLE)
  })
  return router
}

const FAVICON: IconShape = { size: 32, logoShare: 1, isOpaque: false }
const APPLE_TOUCH_ICON: IconShape = { size: 180, logoShare: 0.8, isOpaque: true }

const ICONS_MAX = 2 + Object.keys(ICONS).length

export function siteIcons({ catalog: store }: Pick<AppContext, 'catalog'>): Router {
  const router = Router()
  const allowReading = allowMethods('GET', 'HEAD')
  const startIcon = recordAs({ route: 'icon' })
  const render = createIconCache(store)

  router.all(MANIFEST_PATH, allowReading, startIcon, async (req, res) => {
    const manifest = buildWebAppManifest(await store.readSite())
    sendFile(req, res, 'application/manifest+json', Buffer.from(JSON.stringify(manifest)))
  })
  router.all('/favicon.ico', allowReading, startIcon, async (req, res) => {
    sendFile(req, res, 'image/x-icon', wrapIco(await render(await store.readSite(), FAVICON), FAVICON.size))
  })
  router.all('/apple-touch-icon.png', allowReading, startIcon, async (req, res) => {
    sendFile(req, res, 'image/png', await render(await store.readSite(), APPLE_TOUCH_ICON))
  })
  router.all('/icons/:version/:name', allowReading, startIcon, async (req, res) => {
    const { version, name = '' } = req.params as { version?: string; name?: string }
    const shape = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined
    if (!shape) return sendNotFound(res, 'There is no such icon.', BRIEFLY)
    const site = await store.readSite()
    // An old version's URL returns the current icon, which must not be cached under it forever.
    const cacheControl = version === iconVersion(site) ? IMMUTABLE : FOR_AN_HOUR
    sendFile(req, res, 'image/png', await render(site, shape), cacheControl)
  })
  return router
}

/** Requests for the same icon share one render. */
function createIconCache(store: CatalogPages): (site: Site, shape: IconShape) => Promise<Buffer> {
  const icons = new LRUCache<string, Buffer, { readonly site: Site; readonly shape: IconShape }>({
    max: ICONS_MAX,
    fetchMethod: (_key, _stale, { context: { site, shape } }) => renderLogo(store, site, shape),
  })
  return (site, shape) => icons.forceFetch(JSON.stringify([iconVersion(site), shape]), { context: { site, shape } })
}

async function renderLogo(store: CatalogPages, site: Site, shape: IconShape): Promise<Buffer> {
  const file = site.logo && (await store.findImage(site.logo.hash))
  return file
    ? renderIcon(site, file.bytes, shape).catch(() => renderIcon(site, null, shape))
    : renderIcon(site, null, shape)
}
