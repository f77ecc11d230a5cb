import type { Product } from '../../../shared/catalog.ts'
import type { Frame, PageHead } from '../../../shared/page-data.ts'
import { buildTitle } from '../../../shared/page-title.ts'
import { cutAtWord } from '../../platform/cut-at-word.ts'
import { serverTextsFor, type SiteLanguage } from '../../platform/language.ts'
import { readDescriptionText } from '../../catalog/rules/description-text.ts'

/** Search engines truncate longer texts. */
const TITLE_MAX_LENGTH = 60
const DESCRIPTION_MAX_LENGTH = 155

export function buildSiteHead(site: Frame['site'], canonicalPath: string): PageHead {
  const description =
    site.pageTitles === 'site' ? site.name : cutAtWord(site.description ?? site.name, DESCRIPTION_MAX_LENGTH)
  return { title: site.name, description, canonicalPath, robots: 'index' }
}

interface NamedHeadOptions {
  readonly description?: string | null
  /** A number of 2 or more is part of the title. */
  readonly page?: number
  readonly robots?: PageHead['robots']
}

/** The site's name follows the page's name if there is room. */
export function buildNamedHead(
  site: Frame['site'],
  canonicalPath: string,
  name: string,
  { description, page = 1, robots = 'index' }: NamedHeadOptions = {},
): PageHead {
  const head: PageHead = { ...buildSiteHead(site, canonicalPath), robots }
  if (site.pageTitles === 'site') return head
  const number = page > 1 ? ` (${page})` : ''
  const both = buildTitle(name + number, site)
  return {
    ...head,
    title: both.length <= TITLE_MAX_LENGTH ? both : cutAtWord(name, TITLE_MAX_LENGTH - number.length) + number,
    description: description ? cutAtWord(description, DESCRIPTION_MAX_LENGTH) : head.description,
  }
}

/** Returns the owner's description, the beginning of the product's texts, or else its attributes. */
export function describeProduct(
  product: Pick<Product, 'metaDescription' | 'shortDescription' | 'description' | 'attributes'>,
  language: SiteLanguage,
): string | null {
  const text = product.metaDescription ?? readDescriptionText(product.shortDescription || product.description)
  if (text) return text
  const { labelled } = serverTextsFor(language)
  return product.attributes.map(({ name, value }) => labelled(name, value)).join(', ') || null
}
