import { comparisonPath } from '../../../shared/comparison.ts'
import { COMPARED_MAX } from '../../../shared/constants.ts'
import type { ShownComparison } from '../../../shared/shown-catalog.ts'
import { isSlug } from '../../../shared/slug.ts'
import { serverTextsFor } from '../../platform/language.ts'
import { selectListNotes } from '../../catalog/rules/price-notes.ts'
import { createAttributeTexts, showAttributes } from '../../catalog/rules/shown-attributes.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import { buildCardImage } from './cards.ts'
import { buildComparisonRows } from './comparison-rows.ts'
import { redirect } from './loader.ts'

/** @throws Redirect if products were renamed */
export async function loadComparison(
  store: Pick<CatalogPages, 'findProducts' | 'readSite' | 'summariseAttributes'>,
  requested: readonly string[],
): Promise<{ readonly comparison: ShownComparison }> {
  const shown = requested.slice(0, COMPARED_MAX)
  const [site, found] = await Promise.all([store.readSite(), store.findProducts(shown.filter(isSlug))])
  const present = requested.map((slug) => found.get(slug)?.product.slug ?? slug)
  if (present.some((slug, index) => slug !== requested[index])) redirect(site, comparisonPath([...new Set(present)]))
  const { decimals } = await store.summariseAttributes()
  const texts = createAttributeTexts(decimals, site)
  const compared = [...found.values()].map(({ product, card }) => ({ product: showAttributes(product, texts), card }))
  const rows = compared.length > 1 ? buildComparisonRows(compared, site) : []
  return {
    comparison: {
      products: compared.map(({ card: { slug, name, lang, image } }) => ({
        slug,
        name,
        ...(lang && { lang }),
        image: buildCardImage(image),
      })),
      rows,
      unknown: shown.filter((slug) => !found.has(slug)),
      ...selectListNotes(
        compared.map(({ card }) => card),
        site,
      ),
      isCut: requested.length > shown.length,
      texts: serverTextsFor(site).takeAway,
    },
  }
}
