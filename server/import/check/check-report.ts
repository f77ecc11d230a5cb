import { count, formatUnfinished } from '../format-report.ts'

/** A shorter description says hardly more than the name. */
export const DESCRIPTION_MIN_LENGTH = 60

/** Rounded width on a product's page in a window of 1280 pixels. */
export const PRODUCT_PICTURE_MIN = 600

/** Rounded width of a category's tile in a window of 1280 pixels. */
export const CATEGORY_PICTURE_MIN = 300

export const FAULT_TITLES = {
  noPicture: 'Products without a picture',
  noAlternativeText: "Products with pictures whose alternative text is missing or only repeats the product's name",
  foreignPicture:
    'Products with pictures on other sites, which learn the addresses of visitors; "npm run catalog -- fetch" stores them unless keepRemotePictures says otherwise',
  wrongBarcode: 'Products with barcodes that are not GTINs and are therefore not published',
  sameSku: 'Products with a SKU that another product or variant also has',
  sameName: 'Products with a name that another product of the same brand also has',
  sharedAddress:
    'Products and categories that cannot be opened in a further language, because another one has their address there: write another slug for that language',
  otherCurrency:
    "Products with prices in a currency other than the site's: import site.json with --keep-amounts, or import the prices again",
  noPrice: 'Products without a price or with the price 0, which show "Price on request"',
  unknownSuccessor:
    'Products whose "Replaced by" is neither the slug nor the article number of a product, so that their pages name no successor',
  noDescription: 'Products without a description',
  emptyCategory: 'Categories that menus do not show, because they have no public product',
  unknownColumn: 'Categories whose table has a column that is an attribute or option of no product',
} as const

/** Findings do not change the exit code. */
export const FINDING_TITLES = {
  noGtin: 'Products without a GTIN, although others have one',
  shortDescription: `Products with a description of less than ${DESCRIPTION_MIN_LENGTH} characters`,
  smallPicture: `Products with pictures of less than ${PRODUCT_PICTURE_MIN} pixels in width and height, which are blurred on the product's page`,
  smallCategoryPicture: `Categories with a picture of less than ${CATEGORY_PICTURE_MIN} pixels in width and height, which is blurred`,
  noSuccessor: 'Discontinued products without a successor',
  noManufacturer: 'Products without a manufacturer, although others have one',
  noResponsiblePerson: 'Products without a responsible person, although others have one',
  noSafetyInformation: 'Products without safety information, although others have some',
  incompleteCompany:
    'Manufacturers and responsible persons without a postal address, or without an e-mail address and a website',
  untranslated: 'Pages and texts that are not, or only in part, translated into a further language of the site',
  remoteDocument: 'Products with documents on other sites, to which pages link; "npm run catalog -- fetch" stores them',
} as const

export type FaultKind = keyof typeof FAULT_TITLES | keyof typeof FINDING_TITLES

interface Fault {
  /** A name for `incompleteCompany`. */
  readonly slug: string
  readonly detail: string | null
}

interface FaultList {
  readonly kind: FaultKind
  readonly title: string
  readonly count: number
  readonly entries: readonly Fault[]
}

export const ENTRIES_SHOWN = 20

/** Result of `npm run catalog -- check`. */
export interface CatalogCheck {
  /** If the database is damaged, nothing else was checked. */
  readonly damage: readonly string[]
  /** Hidden products are not checked. */
  readonly products: number
  /** A list for each kind, even if it is empty. */
  readonly faults: readonly FaultList[]
  /** A list for each kind that was looked for. */
  readonly findings: readonly FaultList[]
  readonly unfinished: readonly string[]
  /** Recommendations, which do not count as problems. */
  readonly advice: readonly string[]
}

/** Counts all, and lists only the first of each kind. */
export class FaultCounter {
  readonly #lists = new Map<FaultKind, { count: number; entries: Fault[] }>()
  readonly #entriesMax: number

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  add(kind: FaultKind, slug: string, detail: string | null = null): void {
    const list = this.#lists.get(kind) ?? { count: 0, entries: [] }
    this.#lists.set(kind, list)
    list.count += 1
    if (list.entries.length < this.#entriesMax) list.entries.push({ slug, detail })
  }

  build(titles: Readonly<Partial<Record<FaultKind, string>>>): readonly FaultList[] {
    return (Object.entries(titles) as [FaultKind, string][]).map(([kind, title]) => ({
      kind,
      title,
      ...(this.#lists.get(kind) ?? { count: 0, entries: [] }),
    }))
  }
}

export function formatCheck({ damage, products, faults, findings, unfinished, advice }: CatalogCheck): string {
  if (damage.length > 0)
    return ['The database is damaged; restore a backup:', ...damage.map((line) => `  ${line}`)].join('\n')
  const problems = [...formatLists(faults), formatUnfinished(unfinished)].filter(Boolean)
  const improvements = formatLists(findings)
  const summary = `${count(products, 'product')}: no problems found.`
  return [
    ...(problems.length === 0 ? [summary] : problems),
    ...(improvements.length > 0 ? ['Not problems, but what could be better:', ...improvements] : []),
    ...advice,
  ].join('\n\n')
}

function formatLists(lists: readonly FaultList[]): readonly string[] {
  return lists
    .filter(({ count: total }) => total > 0)
    .map(({ title, count: total, entries }) => {
      const lines = entries.map(({ slug, detail }) => `  ${slug}${detail === null ? '' : `: ${detail}`}`)
      const rest = total - entries.length
      return [`${title}: ${total}`, ...lines, ...(rest > 0 ? [`  ... and ${rest} more, which --json lists`] : [])].join(
        '\n',
      )
    })
}
