import { createHash } from 'node:crypto'
import { Router, type Request, type Response } from 'express'
import type { Site } from '../../../shared/catalog.ts'
import type { AppContext } from '../../app-context.ts'
import type { CatalogStore } from '../../store/catalog-store.ts'
import { buildWebAppManifest, ICONS, MANIFEST_PATH } from '../../icons/web-app-manifest.ts'
import { renderIcon, iconVersion, wrapIco, type IconShape } from '../../icons/site-icon.ts'
import { allowMethods } from '../request-checks.ts'
import { BRIEFLY, FOR_AN_HOUR, IMMUTABLE } from '../cache/cache-control.ts'
import { requestState } from '../request-state.ts'

const FAVICON: IconShape = { size: 32, logoShare: 1, isOpaque: false }
const APPLE_TOUCH_ICON: IconShape = { size: 180, logoShare: 0.8, isOpaque: true }

/** The site's icons, made of the owner's logo or the site's initial, and the manifest that names them. */
export function siteIcons({ store }: AppContext): Router {
  const router = Router()
  const allowReading = allowMethods('GET', 'HEAD')
  const draw = rememberDrawings(store)

  router.all(MANIFEST_PATH, allowReading, async (req, res) => {
    send(
      req,
      res,
      'application/manifest+json',
      Buffer.from(JSON.stringify(buildWebAppManifest(await store.readSite()))),
    )
  })
  router.all('/favicon.ico', allowReading, async (req, res) => {
    send(req, res, 'image/x-icon', wrapIco(await draw(await store.readSite(), FAVICON), FAVICON.size))
  })
  router.all('/apple-touch-icon.png', allowReading, async (req, res) => {
    send(req, res, 'image/png', await draw(await store.readSite(), APPLE_TOUCH_ICON))
  })
  router.all('/icons/:version/:name', allowReading, async (req, res) => {
    const { version, name = '' } = req.params as { version?: string; name?: string }
    const shape = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined
    const site = await store.readSite()
    // A page that is older than the icon gets the present one, but does not keep it under the address of the former.
    if (shape)
      send(req, res, 'image/png', await draw(site, shape), version === iconVersion(site) ? IMMUTABLE : undefined)
    else {
      Object.assign(requestState(res), { route: 'icon', outcome: 'missing' })
      res.status(404).set('Cache-Control', BRIEFLY).type('text/plain').send('There is no such icon.\n')
    }
  })
  return router
}

function send(req: Request, res: Response, type: string, body: Buffer, cacheControl = FOR_AN_HOUR): void {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  res.set({ ETag: etag, 'Cache-Control': cacheControl }).type(type)
  Object.assign(requestState(res), { route: 'icon', outcome: req.fresh ? 'not-modified' : 'asset' })
  if (req.fresh) res.status(304).end()
  else res.send(body)
}

/** Each icon is drawn once, and kept until the site looks different. */
function rememberDrawings(store: CatalogStore): (site: Site, shape: IconShape) => Promise<Buffer> {
  let present = ''
  const drawings = new Map<IconShape, Promise<Buffer>>()
  return (site, shape) => {
    const version = iconVersion(site)
    if (version !== present) drawings.clear()
    present = version
    let drawing = drawings.get(shape)
    if (!drawing) {
      drawing = drawLogo(store, site, shape)
      drawing.catch(() => drawings.delete(shape))
      drawings.set(shape, drawing)
    }
    return drawing
  }
}

async function drawLogo(store: CatalogStore, site: Site, shape: IconShape): Promise<Buffer> {
  const file = site.logo && (await store.findImage(site.logo.hash))
  // A logo that cannot be read is no reason to have no icon.
  return file
    ? renderIcon(site, file.bytes, shape).catch(() => renderIcon(site, null, shape))
    : renderIcon(site, null, shape)
}
