import type { RouteName } from '../../shared/routes.ts'
import { BUILDS_PATH } from '../../shared/urls.ts'
import { loadPageComponent, type PageComponent } from '../pages.ts'

/** A media query that never matches: a style sheet loaded ahead of its page must not restyle the current page. */
const NO_MEDIA = 'not all'

interface StyleSheet {
  readonly link: HTMLLinkElement
  readonly loaded: Promise<void>
}

/** Style sheets that scripts added to the document, by URL. */
const styleSheets = new Map<string, StyleSheet>()

/** A page's chunk or style sheet cannot be loaded, most likely because another build was deployed. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/**
 * Loads a page's chunk and style sheets. The style sheets have no effect until `applyPageStyles` is called.
 * @throws ChunkError; if both fail, the chunk's error is the cause
 */
export async function loadPageFiles(name: RouteName, styles: readonly string[]): Promise<PageComponent> {
  const [component, style] = await Promise.allSettled([loadPageComponent(name), loadPageStyles(styles)])
  if (component.status === 'rejected')
    throw new ChunkError(`Unable to load the page ${name}`, { cause: component.reason })
  if (style.status === 'rejected') throw new ChunkError((style.reason as Error).message, { cause: style.reason })
  return component.value
}

/** Activates the style sheets of a page, at the moment its elements are inserted into the document. */
export function applyPageStyles(files: readonly string[]): void {
  for (const file of files) styleSheets.get(BUILDS_PATH + file)?.link.removeAttribute('media')
}

async function loadPageStyles(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => loadStyleSheet(BUILDS_PATH + file)))
}

/** Loads a style sheet once; those of the first page are already in the document. */
function loadStyleSheet(href: string): Promise<void> {
  let sheet = styleSheets.get(href)
  if (!sheet && document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return Promise.resolve()
  if (!sheet) {
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
    sheet = { link, loaded }
    styleSheets.set(href, sheet)
    document.head.append(link)
  }
  return sheet.loaded
}
