import type { Product } from '../../shared/catalog.ts'
import type { Frame, PageHead } from '../../shared/page-data.ts'
import { readDescriptionText } from '../catalog/description-text.ts'

/** Search results cut a title and a description about here. */
const TITLE_MAX_LENGTH = 60
const DESCRIPTION_MAX_LENGTH = 155

/** The head of a page that names nothing of its own: title and description are the site's (specification, section 1). */
export function buildSiteHead(site: Frame['site'], canonicalPath: string, robots: PageHead['robots'] = 'index'): PageHead {
  return { title: site.name, description: cutAtWord(site.description ?? site.name, DESCRIPTION_MAX_LENGTH), canonicalPath, robots }
}

/**
 * The head of a page that is titled with a name of its own; the site's name follows where there is room for it.
 * @param page of a list; from the second on its number stands behind the name and is never cut off
 */
export function buildNamedHead(name: string, description: string | null, head: PageHead, page = 1): PageHead {
  const number = page > 1 ? ` (${page})` : ''
  const both = `${name}${number} · ${head.title}`
  return {
    ...head,
    title: both.length <= TITLE_MAX_LENGTH ? both : cutAtWord(name, TITLE_MAX_LENGTH - number.length) + number,
    description: description ? cutAtWord(description, DESCRIPTION_MAX_LENGTH) : head.description,
  }
}

/** A product's description for search results: the owner's, else what is said first. */
export function describeProduct(product: Pick<Product, 'metaDescription' | 'shortDescription' | 'description'>): string | null {
  return product.metaDescription ?? (readDescriptionText(product.shortDescription || product.description) || null)
}

/** Never within a character of two code units. */
function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF\s,;:·–-]+$/, '')}…`
}
