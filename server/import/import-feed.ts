import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ImportedFileStore } from '../catalog/store/background-state.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import { downloadIfChanged } from './files/download-file.ts'
import { importNamedFile } from './import-catalog.ts'
import { ImportError } from './import-error.ts'
import type { ImportReport } from './import-report.ts'
import type { ImportOptions } from './run-import.ts'

export interface FeedRules {
  /** Whether a file that is the same as at the last import is not imported again. */
  readonly ifChanged: boolean
  /** Smallest share of the last file's products, with which a file is accepted; any if undefined. */
  readonly minShare: number | undefined
}

/**
 * Imports a file that is published again and again at the same address.
 * @returns null if the file has not changed
 * @throws ImportError if the file cannot be used or has too few products; nothing is changed then
 */
export async function importFeed(
  store: CatalogStore,
  files: ImportedFileStore,
  address: string,
  { ifChanged, minShare }: FeedRules,
  options: ImportOptions,
): Promise<ImportReport | null> {
  const before = await files.find(address)
  const settings = await describeSettings(options)
  const known = ifChanged && before?.version?.settings === settings ? before.version : null
  const download = await downloadIfChanged(address, known, { rules: options.downloadRules })
  if (download === null) return null
  await using file = download
  const version = { ...file.validators, digest: await digestFile(file.path) }
  if (known?.digest === version.digest) {
    if (!options.dryRun) await files.put(address, { ...before, version: { settings, ...version } })
    return null
  }
  const report = await importNamedFile(store, file, {
    ...options,
    // Rounded, because 1 - 0.9 is less than a tenth.
    ...(minShare !== undefined && { prunedShareMax: Number((1 - minShare).toFixed(6)) }),
    checkResult(result) {
      const reason = minShare === undefined ? null : findDefect(countProducts(result), before?.products, minShare)
      if (reason !== null) throw new ImportError({ file: file.path }, reason)
    },
  })
  if (report.applied && !report.dryRun) {
    // The import may have written the mapping, which is one of the settings.
    const own = { settings: await describeSettings(options), ...version }
    await files.put(address, { version: own, products: countProducts(report) })
  }
  return report
}

/** The mapping counts by its content, because the owner corrects it. */
async function describeSettings(options: ImportOptions): Promise<string> {
  const { format, mapping, sheet, headerRow, encoding, basics, prune, imagesDir } = options
  const columns = mapping === undefined ? undefined : await readFile(mapping, 'utf8').catch(() => null)
  return JSON.stringify({ format, columns, sheet, headerRow, encoding, basics, prune, imagesDir })
}

async function digestFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('base64url')
}

function countProducts({ products }: ImportReport): number {
  return products.created + products.changed + products.unchanged
}

function findDefect(count: number, before: number | undefined, minShare: number): string | null {
  if (before === undefined || count >= before * minShare) return null
  return `only ${count} products of the file can be used; the last file had ${before}, of which --min-share ${minShare} needs ${Math.ceil(before * minShare)}. If the file is right, import it once with --min-share 0`
}
