import { TOO_MANY_ORIGINS } from '../catalog/picture-origins.ts'

const FAULT_TITLES = {
  noPicture: 'Products without a picture',
  noAlternativeText: 'Products whose pictures have no alternative text of their own, but only their name',
  foreignPicture: 'Products with pictures at a foreign address (an import with --fetch-images stores them)',
  unshownPicture: 'Products with pictures that pages cannot show, because the host in their address is no plain name',
  pictureHost: `Hosts of foreign pictures, ${TOO_MANY_ORIGINS}: pages allow pictures from any https address until an import with --fetch-images brings them`,
  wrongBarcode: 'Products with barcodes that are no GTIN, so that search engines are not told them',
  sameSku: 'Products with a SKU that another one has as well',
  sameName: 'Products with a name that another one has as well',
  otherCurrency:
    "Products with prices in another currency than the site's: import its site.json with --keep-amounts, or their prices anew",
  noPrice: 'Products without a price, or with 0: "Price on request"',
  noDescription: 'Products without a description',
  emptyCategory: 'Categories without a public product, which stand in no menu',
} as const

type FaultKind = keyof typeof FAULT_TITLES

export interface Fault {
  /** Of a product or of a category; a host stands here as it is. */
  readonly slug: string
  /** What is meant in particular; null where the kind says all. */
  readonly detail: string | null
}

export interface FaultList {
  readonly kind: FaultKind
  readonly title: string
  /** How many products, categories or hosts have the fault. */
  readonly count: number
  /** The first of them. */
  readonly entries: readonly Fault[]
}

/** Of each kind. */
const ENTRIES_SHOWN = 20

/** Counts all faults and keeps the first of each kind. */
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
