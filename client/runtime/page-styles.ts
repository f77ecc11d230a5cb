import { BUILDS_PATH } from '../../shared/urls.ts'

/** Matches nothing: a style sheet that comes ahead of its page is not to have the present page's styles worked out anew. */
const NO_MEDIA = 'not all'

interface PageStyle {
  readonly link: HTMLLinkElement
  readonly loaded: Promise<void>
}

const styles = new Map<string, PageStyle>()

/**
 * Loads a page's style sheets, each once; those of the first page are in the document already. They count from
 * `applyPageStyles` on.
 * @throws where one cannot be loaded
 */
export async function loadPageStyles(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => loadStyle(BUILDS_PATH + file)))
}

/** For the moment in which the page is put into the document. */
export function applyPageStyles(files: readonly string[]): void {
  for (const file of files) styles.get(BUILDS_PATH + file)?.link.removeAttribute('media')
}

function loadStyle(href: string): Promise<void> {
  let style = styles.get(href)
  if (!style && document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return Promise.resolve()
  if (!style) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      media: NO_MEDIA,
      fetchPriority: 'high',
      href,
    })
    const loaded = new Promise<void>((resolve, reject) => {
      link.addEventListener('load', () => resolve())
      link.addEventListener('error', () => {
        styles.delete(href)
        link.remove()
        reject(new Error(`Unable to preload CSS for ${href}`))
      })
    })
    style = { link, loaded }
    styles.set(href, style)
    document.head.append(link)
  }
  return style.loaded
}
