import { TOO_MANY_ORIGINS } from '../catalog/picture-origins.ts'
import { formatUnfinished } from '../import/format-report.ts'

const FAULT_TITLES = {
  noPicture: 'Products without a picture',
  noAlternativeText: "Products with pictures whose alternative text is missing or only repeats the product's name",
  foreignPicture: 'Products with pictures on other sites (an import with --fetch-images stores them here)',
  unshownPicture: 'Products with pictures that pages cannot show because of unusual characters in the host name',
  pictureHost: `Too many hosts of remote pictures (${TOO_MANY_ORIGINS}), so pages allow pictures from any https address; an import with --fetch-images stores the pictures here`,
  wrongBarcode: 'Products with barcodes that are not GTINs and are therefore not published',
  sameSku: 'Products with a SKU that another product or variant also has',
  sameName: 'Products with a name that another product also has',
  otherCurrency:
    "Products with prices in a currency other than the site's: import site.json with --keep-amounts, or import the prices again",
  noPrice: 'Products without a price or with the price 0, which show "Price on request"',
  noDescription: 'Products without a description',
  emptyCategory: 'Categories that menus do not show, because they have no public product',
  unknownColumn: 'Categories whose table has a column that is an attribute or option of no product',
} as const

type FaultKind = keyof typeof FAULT_TITLES

export interface Fault {
  /** Contains a host name instead of a slug if the kind is `pictureHost`. */
  readonly slug: string
  readonly detail: string | null
}

interface FaultList {
  readonly kind: FaultKind
  readonly title: string
  readonly count: number
  readonly entries: readonly Fault[]
}

const ENTRIES_SHOWN = 20

/** Result of `npm run catalog -- check`. */
export interface CatalogCheck {
  /** If the database is damaged, nothing else was checked. */
  readonly damage: readonly string[]
  /** Number of checked products; hidden products are not checked. */
  readonly products: number
  /** One list for each kind of fault, even if it is empty. */
  readonly faults: readonly FaultList[]
  readonly unfinished: readonly string[]
  /** Recommendations for the owner, which do not count as problems. */
  readonly advice: readonly string[]
}

/** Counts all faults, but lists only the first 20 of each kind. */
export class FaultCounter {
  readonly #lists = new Map<FaultKind, { count: number; entries: Fault[] }>()

  add(kind: FaultKind, slug: string, detail: string | null = null): void {
    const list = this.#lists.get(kind) ?? { count: 0, entries: [] }
    this.#lists.set(kind, list)
    list.count += 1
    if (list.entries.length < ENTRIES_SHOWN) list.entries.push({ slug, detail })
  }

  build(): readonly FaultList[] {
    return (Object.keys(FAULT_TITLES) as FaultKind[]).map((kind) => ({
      kind,
      title: FAULT_TITLES[kind],
      ...(this.#lists.get(kind) ?? { count: 0, entries: [] }),
    }))
  }
}

export function formatCheck({ damage, products, faults, unfinished, advice }: CatalogCheck): string {
  if (damage.length > 0)
    return ['The database is damaged; restore a backup:', ...damage.map((line) => `  ${line}`)].join('\n')
  const found = [...faults.filter(({ count }) => count > 0).map(formatFaults), formatUnfinished(unfinished)].filter(
    Boolean,
  )
  const summary = `${products} ${products === 1 ? 'product' : 'products'}: no problems found.`
  return [...(found.length === 0 ? [summary] : found), ...advice].join('\n\n')
}

function formatFaults({ title, count, entries }: FaultList): string {
  const lines = entries.map(({ slug, detail }) => `  ${slug}${detail === null ? '' : `: ${detail}`}`)
  const rest = count - entries.length
  return [`${title}: ${count}`, ...lines, ...(rest > 0 ? [`  ... and ${rest} more`] : [])].join('\n')
}
