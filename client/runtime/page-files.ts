import type { RouteName } from '../../shared/routes.ts'
import { loadPageComponent, type PageComponent } from '../pages.ts'
import { loadPageStyles } from './page-styles.ts'

/** A page's chunk or style sheet cannot be loaded: most likely another build has taken its place. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/**
 * Loads a page's chunk and style sheets.
 * @throws ChunkError; where both fail the style sheet's error is a part of the chunk's and not told
 */
export async function loadPageFiles(name: RouteName, styles: readonly string[]): Promise<PageComponent> {
  const [component, style] = await Promise.allSettled([loadPageComponent(name), loadPageStyles(styles)])
  if (component.status === 'rejected')
    throw new ChunkError(`Unable to load the page ${name}`, { cause: component.reason })
  if (style.status === 'rejected') throw new ChunkError((style.reason as Error).message, { cause: style.reason })
  return component.value
}
