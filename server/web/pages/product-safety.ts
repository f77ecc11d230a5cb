import type { Product } from '../../../shared/catalog.ts'
import type { Company, Site } from '../../../shared/site.ts'
import type { ShownSafety } from '../../../shared/shown-product.ts'
import { serverTextsFor } from '../../platform/language.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'

/** @returns undefined if neither companies nor dangers are known */
export async function loadSafety(
  store: Pick<CatalogPages, 'findCompany'>,
  { manufacturer, responsiblePerson, safetyInformation: information, pictograms = [], fallback }: Product,
  site: Site,
): Promise<ShownSafety | undefined> {
  if (!manufacturer && !responsiblePerson && !information && pictograms.length === 0) return undefined
  const find = async (name: string): Promise<Company> => (await store.findCompany(name)) ?? { name }
  const [mainTag] = site.languages ?? []
  const textLang = fallback?.langs.safetyInformation
  return {
    ...(manufacturer && { manufacturer: await find(manufacturer) }),
    ...(responsiblePerson && { responsiblePerson: await find(responsiblePerson) }),
    ...(information && { information }),
    pictograms,
    langs: {
      ...(information && textLang && { information: textLang }),
      ...(fallback && mainTag && pictograms.length > 0 && { pictograms: mainTag }),
    },
    texts: serverTextsFor(site).safety,
  }
}
