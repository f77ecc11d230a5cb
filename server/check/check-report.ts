import { TOO_MANY_ORIGINS } from '../catalog/picture-origins.ts'
import { formatUnfinished } from '../import/format-report.ts'

const FAULT_TITLES = {
  noPicture: 'Products without a picture',
  noAlternativeText: "Products whose pictures have no alternative text except the product's name",
  foreignPicture: 'Products with pictures on other sites (an import with --fetch-images stores them)',
  unshownPicture: 'Products with pictures that pages cannot show because of unusual characters in the host name',
  pictureHost: `Other sites with pictures, ${TOO_MANY_ORIGINS}: pages allow pictures from any https address until an import with --fetch-images stores them`,
  wrongBarcode: 'Products with barcodes that are not GTINs and are therefore not published',
  sameSku: 'Products with the SKU of another product',
  sameName: 'Products with the name of another product',
  otherCurrency:
    "Products with prices in a currency other than the site's: import site.json with --keep-amounts, or import the prices again",
  noPrice: 'Products without a price, or with 0: they show "Price on request"',
  noDescription: 'Products without a description',
  emptyCategory: 'Categories without a public product, which menus do not show',
} as const

type FaultKind = keyof typeof FAULT_TITLES

export interface Fault {
  /** Slug of a product or category, or the name of a host. */
  readonly slug: string
  /** Details of this case, if the kind does not say everything. */
  readonly detail: string | null
}

export interface FaultList {
  readonly kind: FaultKind
  readonly title: string
  /** How many products, categories or hosts have the fault. */
  readonly count: number
  /** The first `ENTRIES_SHOWN` of them. */
  readonly entries: readonly Fault[]
}

/** Number of entries listed for each kind of fault. */
const ENTRIES_SHOWN = 20

/** Result of `npm run catalog -- check`. */
export interface CatalogCheck {
  /** Damage of the database; if there is any, nothing else was checked. */
  readonly damage: readonly string[]
  /** Number of checked products; hidden ones are not checked. */
  readonly products: number
  /** One list for each kind of fault, including empty lists. */
  readonly faults: readonly FaultList[]
  /** Settings that the owner still has to make, one sentence each. */
  readonly unfinished: readonly string[]
}

/** Counts all faults and records the first ones of each kind. */
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

/** Formats a check for the terminal. */
export function formatCheck({ damage, products, faults, unfinished }: CatalogCheck): string {
  if (damage.length > 0)
    return ['The database is damaged; restore a backup:', ...damage.map((line) => `  ${line}`)].join('\n')
  const found = [...faults.filter(({ count }) => count > 0).map(formatFaults), formatUnfinished(unfinished)].filter(
    Boolean,
  )
  return found.length === 0 ? `${products} products: no problems found.` : found.join('\n\n')
}

function formatFaults({ title, count, entries }: FaultList): string {
  const lines = entries.map(({ slug, detail }) => `  ${slug}${detail === null ? '' : `: ${detail}`}`)
  const rest = count - entries.length
  return [`${title}: ${count}`, ...lines, ...(rest > 0 ? [`  ... and ${rest} more`] : [])].join('\n')
}
