import type { RouteName } from '../../shared/routes.ts'
import { BUILDS_PATH } from '../../shared/urls.ts'
import { loadPageComponent } from '../pages/pages.ts'
import type { PageComponent } from '../base/view.ts'

/** Never matches, so that the next page's styles do not affect the current one. */
const NO_MEDIA = 'not all'

/** By address. */
const styleSheets = new Map<string, Promise<void>>()

/** Most likely a new build has replaced the file. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/**
 * Loads a page's chunk and style sheets, which have no effect until `applyPageStyles` is called.
 * @throws ChunkError; if both fail, its cause is the error of the chunk
 */
export async function loadPageFiles(name: RouteName, styles: readonly string[]): Promise<PageComponent> {
  const [component, style] = await Promise.allSettled([
    loadPageComponent(name),
    Promise.all(styles.map((file) => loadStyleSheet(BUILDS_PATH + file))),
  ])
  if (component.status === 'rejected')
    throw new ChunkError(`Unable to load the page ${name}`, { cause: component.reason })
  if (style.status === 'rejected') throw new ChunkError((style.reason as Error).message, { cause: style.reason })
  return component.value
}

/** Activates a page's style sheets; call it when the page's elements are inserted into the document. */
export function applyPageStyles(files: readonly string[]): void {
  for (const file of files) findStyleSheet(BUILDS_PATH + file)?.removeAttribute('media')
}

/** The document already has the style sheets of the first page. */
function loadStyleSheet(href: string): Promise<void> {
  const known = styleSheets.get(href)
  if (known) return known
  if (findStyleSheet(href)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    media: NO_MEDIA,
    fetchPriority: 'high',
    href,
  })
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      styleSheets.delete(href)
      link.remove()
      reject(new Error(`Unable to preload CSS for ${href}`))
    })
  })
  styleSheets.set(href, loaded)
  document.head.append(link)
  return loaded
}

function findStyleSheet(href: string): Element | null {
  return document.querySelector(`link[rel="stylesheet"][href="${href}"]`)
}
