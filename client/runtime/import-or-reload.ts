import { claimReload } from './chunk-reload.ts'
import { whileStaying } from './while-staying.ts'

/**
 * Loads a chunk that the page on the screen needs. Where that fails, the document came from an older build by way of a
 * cache, or a newer one has taken its place meanwhile: the page is loaded anew, once.
 * @throws where that did not help, or nothing can be remembered; what the server drew stays and works by itself
 */
export async function importOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await whileStaying(load)
  } catch (error) {
    const { pathname, search, hash } = window.location
    if (claimReload(pathname + search + hash) !== 'granted') throw error
    window.location.reload()
    return new Promise(() => {})
  }
}
