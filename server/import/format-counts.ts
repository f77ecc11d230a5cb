import { type Adaptation, ADAPTATIONS, type EntityCounts, type ImportReport, PRUNED } from './import-report.ts'
import { type Basic, BASIC_OPTIONS } from './site-basics.ts'

export const ADAPTATION_NAMES = Object.keys(ADAPTATIONS) as Adaptation[]

/** Files and keys of `site.json` for stored fields with other names. */
const SITE_FIELD_NAMES: Readonly<Record<string, string>> = {
  aboutHtml: 'about.md',
  aboutMarkdown: 'about.md',
  pages: 'pages/',
  hasGoogleFeed: 'googleFeed',
}

function nameSiteFields(fields: readonly string[]): readonly string[] {
  return [...new Set(fields.map((field) => SITE_FIELD_NAMES[field] ?? field))]
}

/** Writes one line for each kind of content. */
export function formatCounts(report: ImportReport): string {
  const {
    products,
    categories,
    siteFields,
    pictures,
    documents,
    keptProducts,
    prunedProducts,
    demoProductsRemoved,
    lists,
  } = report
  const { keptAmounts, adaptations, rejectedRows, warnings, families, foundBasics } = report
  const hasCategories = categories.created + categories.changed + categories.unchanged > 0
  const productCounts = formatEntityCounts(products, [
    [products.skipped, 'left out'],
    [keptProducts.count, 'left unchanged because of rejected rows'],
    [prunedProducts.count, PRUNED[report.pruneMode].words],
  ])
  const keptPrices = count(keptAmounts, 'product keeps its', 'products keep their')
  const adapted = ADAPTATION_NAMES.map((name): [number, string] => {
    const { one, many } = ADAPTATIONS[name]
    const { count: number } = adaptations[name]
    return [number, number === 1 ? one : many]
  })
  const rows = Object.entries({
    Demo: demoProductsRemoved === null ? '' : `${count(demoProductsRemoved, 'product')} removed`,
    Products: report.format === null && products.changed + products.unchanged === 0 ? '' : productCounts,
    Categories: hasCategories ? formatEntityCounts(categories, []) : '',
    'From file': Object.entries(foundBasics)
      .map(([basic, value]) => `${BASIC_OPTIONS[basic as Basic].slice(2)} ${value}`)
      .join(', '),
    Site: siteFields.length > 0 ? `changed: ${nameSiteFields(siteFields).join(', ')}` : '',
    Redirects: formatRows(lists.redirects),
    Synonyms: formatRows(lists.synonyms),
    Attributes: formatRows(lists.attributes),
    Companies: formatRows(lists.companies),
    Families: families?.families ? `${families.families} with ${families.products} products` : '',
    Prices: keptAmounts > 0 ? `${keptPrices} amounts in the new currency` : '',
    Pictures: formatFileCounts(pictures),
    Documents: formatFileCounts(documents),
    Columns: report.mappingFile === null ? '' : `edit ${report.mappingFile} to change what becomes of them`,
    Adapted: formatParts(adapted),
    Rejected: count(rejectedRows, 'row'),
    Warnings: warnings.count > 0 ? String(warnings.count) : '',
  })
  return rows
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `  ${label.padEnd(12)}${text}`)
    .join('\n')
}

function formatRows(rows: ImportReport['lists']['redirects']): string {
  return rows ? `${count(rows.count, 'row')}, ${rows.isChanged ? 'changed' : 'unchanged'}` : ''
}

function formatEntityCounts(
  { created, changed, unchanged }: EntityCounts,
  more: readonly (readonly [number, string])[],
): string {
  return [`${created} new, ${changed} changed, ${unchanged} unchanged`, formatParts(more)].filter(Boolean).join(', ')
}

function formatFileCounts({ stored, known, remote, missing }: ImportReport['pictures']): string {
  return formatParts([
    [stored, 'new'],
    [known, 'already stored'],
    [remote.count, 'at a remote address'],
    [missing.count, 'missing'],
  ])
}

function formatParts(parts: readonly (readonly [number, string])[]): string {
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(', ')
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
