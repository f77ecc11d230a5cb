import { BUILDS_PATH } from '../../shared/urls.ts'

const loading = new Map<string, Promise<void>>()

/**
 * Loads a page's style sheets, each once; those of the first page are in the document already.
 * @throws where one cannot be loaded
 */
export async function loadPageStyles(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => loadStyle(BUILDS_PATH + file)))
}

function loadStyle(href: string): Promise<void> {
  if (!loading.has(href) && document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return Promise.resolve()
  let promise = loading.get(href)
  if (!promise) {
    promise = new Promise((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.addEventListener('load', () => resolve())
      link.addEventListener('error', () => {
        loading.delete(href)
        link.remove()
        reject(new Error(`Unable to preload CSS for ${href}`))
      })
      document.head.append(link)
    })
    loading.set(href, promise)
  }
  return promise
}
