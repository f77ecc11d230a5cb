import { isDeepStrictEqual } from 'node:util'
import { MAPPINGS_MAX, type TableMapping } from '../../catalog/table-mapping.ts'
import type { CatalogWriter } from '../../store/catalog-store.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import type { CsvFile } from '../files/csv-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import { openTable } from '../formats/product-formats.ts'
import { ImportError } from '../import-error.ts'
import { readUtf8File } from '../owner-texts.ts'
import { parseJson } from '../parse-json.ts'
import type { ImportOptions } from '../run-import.ts'
import { listColumnKeys } from './column-keys.ts'
import { checkMapping, listWritten } from './mapping-file.ts'
import { hasNameOrNumber } from './propose-mapping.ts'

/** A table with fewer columns in common is probably another one. */
const COMMON_MIN_SHARE = 2 / 3

export function findStoredMapping(
  header: readonly string[],
  stored: readonly TableMapping[],
): TableMapping | undefined {
  const columns = listColumns(listColumnKeys(header))
  const shares = stored.map((mapping) => {
    const others = listColumns(Object.keys(mapping.columns))
    const common = new Set([...columns].filter((column) => others.has(column)))
    const share = common.size / (columns.size + others.size - common.size)
    const targets = Object.entries(mapping.columns).filter(([key]) => common.has(foldColumnName(key)))
    // Fixed values such as a brand may be wrong for a similar table of someone else.
    const isUsable =
      share === 1 || (hasNameOrNumber({ columns: Object.fromEntries(targets) }) && !hasFixedFacts(mapping))
    return isUsable ? share : 0
  })
  const best = Math.max(...shares)
  return best >= COMMON_MIN_SHARE ? stored[shares.indexOf(best)] : undefined
}

function hasFixedFacts({ fixed = {} }: TableMapping): boolean {
  return Object.keys(fixed).some((name) => name !== 'Currency')
}

/** Leaves out columns without a name, because their keys change with their places. */
function listColumns(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.map(foldColumnName).filter((key) => !/^column \d+$/.test(key)))
}

/**
 * Opens a table with the encoding, delimiter and header row of the mapping stored for its columns.
 * @throws ImportError if the table cannot be read
 */
export async function openTableAsStored(
  source: SourcePath,
  options: ImportOptions,
  stored: readonly TableMapping[],
): Promise<CsvFile> {
  const detected = await openTable(source, options).catch((error: unknown) => {
    if (error instanceof ImportError) return error
    throw error
  })
  if (!(detected instanceof ImportError) && findStoredMapping(detected.header, stored)) return detected
  for (const mapping of stored.filter(({ encoding, delimiter, headerRow }) => encoding ?? delimiter ?? headerRow)) {
    const file = await openTable(source, options, mapping).catch(() => undefined)
    if (file && findStoredMapping(file.header, [mapping])) return file
  }
  if (detected instanceof ImportError) throw detected
  return detected
}

/**
 * Stores the mapping of a table, and those of `mappings.json` in place of all others. This must be the last change of an
 * import, so that a rollback restores the mappings as well.
 */
export async function storeMappings(
  writer: CatalogWriter,
  chosen: TableMapping | undefined,
  given: readonly TableMapping[] | undefined,
): Promise<void> {
  const stored = await writer.readList('mappings')
  const kept = given ?? stored
  const isSame = (mapping: TableMapping) => chosen !== undefined && nameColumns(mapping) === nameColumns(chosen)
  const known = kept.find(isSame)
  const isKnown = !chosen || (known !== undefined && isDeepStrictEqual(known, withoutUndefined(chosen)))
  const changed = isKnown ? kept : [chosen, ...kept.filter((mapping) => !isSame(mapping))].slice(0, MAPPINGS_MAX)
  if (!isDeepStrictEqual(stored, changed)) await writer.putList('mappings', changed)
}

function nameColumns({ columns }: TableMapping): string {
  return [...listColumns(Object.keys(columns))].sort().join('\n')
}

function withoutUndefined(mapping: TableMapping): TableMapping {
  return JSON.parse(JSON.stringify(mapping)) as TableMapping
}

/**
 * Reads `mappings.json`, a list of mappings that an export wrote.
 * @throws ImportError with the key of the first fault
 */
export async function readMappingsFile(source: SourcePath): Promise<readonly TableMapping[]> {
  const json = parseJson(source.path, await readUtf8File(source))
  if (!Array.isArray(json))
    throw new ImportError({ file: source.path }, 'must be a list of mappings: [{ "columns": … }]')
  if (json.length > MAPPINGS_MAX)
    throw new ImportError({ file: source.path }, `the list has more than ${MAPPINGS_MAX} mappings; remove some`)
  return json.map((mapping, index) => checkMapping(source.path, mapping, [index]))
}

export function writeMappingsFile(mappings: readonly TableMapping[]): string {
  return `${JSON.stringify(mappings.map(listWritten), null, 2)}\n`
}
