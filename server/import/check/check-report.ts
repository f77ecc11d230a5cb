import { count, formatUnfinished, limitLines, type Style } from '../format-report.ts'
import { Counter } from '../import-report.ts'

/** Rounded width of pictures on a product's page in a window of 1280 pixels. */
export const PICTURE_MIN = 600

/** Problems, which change the exit code. */
const PROBLEMS = {
  noPicture: 'Products without a picture',
  noAlternativeText: "Products with pictures whose alternative text is missing or only repeats the product's name",
  foreignPicture:
    'Products with pictures on other sites, which learn the addresses of visitors; "npm run catalog -- fetch" stores them unless keepRemotePictures says otherwise',
  sameSku: 'Products with a SKU that another product also has',
  sameName: 'Products with a name that another product of the same brand also has',
  noPrice: 'Products without a price or with the price 0, which show "Price on request"',
  unknownSuccessor:
    'Products whose "Replaced by" is neither the slug nor the article number of a product, so that their pages name no successor',
  noDescription: 'Products without a description',
  emptyCategory: 'Categories that menus do not show, because they have no public product',
  unknownColumn: 'Categories whose table has a column that is an attribute or option of no product',
} as const

/** What could be better. */
const IMPROVEMENTS = {
  smallPicture: `Products with pictures that are blurred, because both sides are shorter than ${PICTURE_MIN} pixels`,
  noSuccessor: 'Discontinued products without a successor',
  noManufacturer: 'Products without a manufacturer, although others have one',
  noSafetyInformation: 'Products without safety information, although others have some',
  incompleteCompany:
    'Manufacturers and responsible persons without a postal address, or without an e-mail address and a website',
  untranslated: 'Pages and texts that are not, or only in part, translated into a further language of the site',
} as const

type FindingKind = keyof typeof PROBLEMS | keyof typeof IMPROVEMENTS

/** Result of `npm run catalog -- check`. */
export interface CatalogCheck {
  /** If the database is damaged, nothing else was checked. */
  readonly damage: readonly string[]
  /** Hidden products are not checked. */
  readonly products: number
  readonly findings: Findings
  readonly unfinished: readonly string[]
  /** Recommendations, which do not count as problems. */
  readonly advice: readonly string[]
}

const LINES_MAX = 20
const DETAILS_MAX = 3

/** Findings by kind: a product, category or file, and details. */
export class Findings {
  readonly #lists = new Map<FindingKind, Counter<string>>()

  /** @param details of which the first ones are listed */
  add(kind: FindingKind, what: string, ...details: readonly string[]): void {
    const list = this.#lists.get(kind) ?? new Counter<string>()
    this.#lists.set(kind, list)
    list.add([what, details.slice(0, DETAILS_MAX).join('; ')].filter(Boolean).join(': '))
  }

  remove(kind: FindingKind): void {
    this.#lists.delete(kind)
  }

  /** Returns the lines by kind. */
  list(): { readonly [Kind in FindingKind]?: readonly string[] } {
    return Object.fromEntries([...this.#lists].map(([kind, { entries }]) => [kind, entries]))
  }

  /** @param limit of lines for each kind */
  format(titles: Readonly<Partial<Record<FindingKind, string>>>, limit: number): readonly string[] {
    return Object.entries(titles).flatMap(([kind, title]) => {
      const found = this.#lists.get(kind as FindingKind)
      const lines = found && limitLines(found.entries, limit, found.count, '  ')
      return lines ? [[`${title}: ${found.count}`, ...lines].join('\n')] : []
    })
  }
}

export function hasProblems({ damage, findings, unfinished }: CatalogCheck): boolean {
  const found = findings.list()
  return damage.length > 0 || unfinished.length > 0 || Object.keys(PROBLEMS).some((kind) => kind in found)
}

export function formatCheck(
  { damage, products, findings, unfinished, advice }: CatalogCheck,
  { verbose }: Style = {},
): string {
  if (damage.length > 0)
    return ['The database is damaged; restore a backup:', ...damage.map((line) => `  ${line}`)].join('\n')
  const limit = verbose ? Infinity : LINES_MAX
  const problems = [...findings.format(PROBLEMS, limit), formatUnfinished(unfinished)].filter(Boolean)
  const improvements = findings.format(IMPROVEMENTS, limit)
  return [
    ...(problems.length > 0 ? problems : [`${count(products, 'product')}: no problems found.`]),
    ...(improvements.length > 0 ? ['Not problems, but what could be better:', ...improvements] : []),
    ...advice,
  ].join('\n\n')
}
