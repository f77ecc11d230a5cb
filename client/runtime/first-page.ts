import type { RouteName } from '../../shared/routes.ts'
import { loadPageComponent, type PageComponent } from '../pages.ts'
import { claimReload } from './chunk-reload.ts'

/**
 * Loads the chunk of the page that the document shows. Where it fails, the document came from an older build by way of
 * a cache: it is loaded anew, once.
 * @throws where that did not help, or nothing can be remembered; what the server drew stays and works by itself
 */
export async function loadFirstPage(name: RouteName): Promise<PageComponent> {
  try {
    return await loadPageComponent(name)
  } catch (error) {
    const { pathname, search, hash } = window.location
    if (claimReload(pathname + search + hash) !== 'granted') throw error
    window.location.reload()
    return new Promise(() => {})
  }
}
