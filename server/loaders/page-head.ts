import type { Product } from '../../shared/catalog.ts'
import type { Frame, PageHead } from '../../shared/page-data.ts'

/** Search results cut a description about here. */
const DESCRIPTION_MAX_LENGTH = 155

/** The head of a page that names nothing of its own: title and description are the site's (specification, section 1). */
export function buildSiteHead(site: Frame['site'], canonicalPath: string, robots: PageHead['robots'] = 'index'): PageHead {
  return { title: site.name, description: site.description ?? site.name, canonicalPath, robots }
}

/** The head of a page that is titled with a name of its own. */
export function buildNamedHead(name: string, description: string | null, head: PageHead): PageHead {
  return { ...head, title: `${name} · ${head.title}`, description: description ? cutAtWord(description) : head.description }
}

/** A product's description for search results: the owner's, else what is said first. */
export function describeProduct(product: Product): string | null {
  return product.metaDescription ?? (readPlainText(product.shortDescription || product.description) || null)
}

/** The text of sanitised HTML, without tags. */
export function readPlainText(html: string): string {
  return html
    .replace(/<\/?(?:strong|em|[abius]|code|abbr|sub|sup)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

function cutAtWord(text: string): string {
  if (text.length <= DESCRIPTION_MAX_LENGTH) return text
  const cut = text.slice(0, DESCRIPTION_MAX_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX_LENGTH / 2))}…`
}
