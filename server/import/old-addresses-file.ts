import { OLD_SHOPS } from '../../shared/site.ts'
import { aboutPagePath, categoryPath, productPath } from '../../shared/urls.ts'
import { STATIC_PATHS } from '../catalog/static-paths.ts'
import { compactName, readLastSegment, readOldAddress, type OldAddress } from '../catalog/old-shop-addresses.ts'
import { readAddressKey, type Redirect, REDIRECTS_MAX, RedirectTable, splitRedirects } from '../catalog/redirects.ts'
import type { CatalogWriter } from '../store/catalog-store.ts'
import { abbreviateValue } from './cells.ts'
import { readSource, type SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'

interface OldAddressesFile {
  readonly path: string
  readonly lines: readonly { readonly address: string; readonly line: number }[]
}

const FILE_MAX_BYTES = 50_000_000
const LOCATION = /<loc>\s*([^<]*?)\s*<\/loc>/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' }

/**
 * Reads one address in each line, or those of a sitemap.
 * @throws ImportError if the file cannot be read or has too many addresses
 */
export async function readOldAddressesFile(source: SourcePath, report: ReportBuilder): Promise<OldAddressesFile> {
  const { path } = source
  const bytes = await readSource(source, FILE_MAX_BYTES)
  if (bytes.length > FILE_MAX_BYTES)
    throw new ImportError({ file: path }, `the file is larger than ${FILE_MAX_BYTES / 1_000_000} MB; split the list`)
  const text = bytes.toString('utf8')
  const lines: { address: string; line: number }[] = []
  const add = (address: string, line: number) => {
    if (address === '' || address.startsWith('#')) return
    if (lines.length >= REDIRECTS_MAX)
      throw new ImportError({ file: path, line }, `the file has more than ${REDIRECTS_MAX} addresses; remove some`)
    if (readAddressKey(address)) lines.push({ address, line })
    else
      report.reject({
        file: path,
        line,
        column: null,
        value: abbreviateValue(address),
        reason: 'is no address; write a path such as "/old/page" or an address with https://',
      })
  }
  const isSitemap = text.trimStart().startsWith('<')
  const texts = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  for (const [index, line] of texts.entries()) {
    if (!isSitemap) add(line.trim(), index + 1)
    else for (const [, address = ''] of line.matchAll(LOCATION)) add(decodeEntities(address), index + 1)
  }
  return { path, lines }
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|apos|quot|lt|gt);/g, (_, name: string) => ENTITIES[name]!)
}

/**
 * Redirects addresses whose last segment names a product, a category or a page of the owner, and reports the others.
 * Call it after products are written.
 */
export async function writeOldAddresses(
  { path, lines }: OldAddressesFile,
  writer: CatalogWriter,
  report: ReportBuilder,
): Promise<void> {
  const stored = await writer.readList('redirects')
  const { own } = splitRedirects(stored)
  const table = new RedirectTable(own)
  const names = await readNames(writer)
  const matched = new Map<string, Redirect>()
  let unchanged = 0
  for (const { address, line } of lines) {
    const key = readAddressKey(address)!
    if (table.find(address) || STATIC_PATHS.includes(key.path) || names.paths.has(key.path)) {
      unchanged += 1
      continue
    }
    const to = findTarget(key, names)
    if (to === undefined) {
      const value = abbreviateValue(address)
      report.unmatchedAddresses.add({ file: path, line, column: null, value, reason: 'names no page of this site' })
    } else matched.set(key.path + key.query, { from: key.path + key.query, to, status: 301, isMatched: true })
  }
  report.oldAddresses = { count: lines.length, matched: matched.size + unchanged }
  const redirects = [...own, ...matched.values()]
  if (JSON.stringify(redirects) !== JSON.stringify(stored)) await writer.putList('redirects', redirects)
}

/** Paths by name, without characters that shops leave out; null if several pages have the name. */
interface Names {
  /** Paths in the form in which addresses are compared. */
  readonly paths: ReadonlySet<string>
  readonly product: ReadonlyMap<string, string | null>
  readonly 'product-id': ReadonlyMap<string, string | null>
  readonly category: ReadonlyMap<string, string | null>
  readonly page: ReadonlyMap<string, string | null>
}

async function readNames(writer: CatalogWriter): Promise<Names> {
  const [product, ids, category, page] = [1, 2, 3, 4].map(() => new Map<string, string | null>())
  const paths = new Set<string>()
  const add = (names: Map<string, string | null>, name: string, path: string) => {
    const key = compactName(name)
    paths.add(readAddressKey(path)!.path)
    if (key !== '') names.set(key, names.has(key) && names.get(key) !== path ? null : path)
  }
  for await (const { slug, name, formerSlugs, visibility, sourceId, variants } of writer.scanProducts()) {
    if (visibility === 'hidden') continue
    const path = productPath(slug)
    for (const own of [slug, name, ...formerSlugs]) add(product!, own, path)
    for (const { sku } of variants) if (sku !== null) add(product!, sku, path)
    if (sourceId !== null) add(ids!, sourceId, path)
  }
  for (const { slug, name, formerSlugs } of await writer.listCategories())
    for (const own of [slug, name, ...formerSlugs]) add(category!, own, categoryPath(slug))
  for (const { slug, title } of (await writer.readSite()).pages)
    for (const own of [slug, title]) add(page!, own, aboutPagePath(slug))
  return { paths, product: product!, 'product-id': ids!, category: category!, page: page! }
}

function findTarget(
  { path, query }: { readonly path: string; readonly query: string },
  names: Names,
): string | undefined {
  for (const old of readOldAddress(path, new URLSearchParams(query), OLD_SHOPS)) {
    const found = find(old, names)
    if (found !== undefined) return found
  }
  const reference = readLastSegment(path)
  const found = (['product', 'category', 'page'] as const).flatMap((kind) => find({ kind, reference }, names) ?? [])
  return found.length === 1 ? found[0] : undefined
}

function find(old: OldAddress, names: Names): string | undefined {
  return old.kind === 'path' ? old.path : (names[old.kind].get(compactName(old.reference)) ?? undefined)
}
