import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { CatalogSource } from '../../../shared/site.ts'
import type { FileVersion, SourceResult, SourceState } from '../../background-state/source-store.ts'
import type { CatalogStore } from '../../store/catalog-store.ts'
import { type DownloadedFile, downloadIfChanged, nameAddress } from '../files/download-file.ts'
import type { DownloadRules } from '../files/request-address.ts'
import { importNamedFile } from '../import-catalog.ts'
import { ImportError } from '../import-error.ts'
import type { EntityCounts, ImportReport } from '../import-report.ts'
import { SOURCE_VARIABLE_PREFIX } from './source-schema.ts'

/** Smallest share of the last file's products. A file with fewer is probably incomplete. */
const MINIMUM_SHARE = 0.9

/** Delays until the next attempts. After these, a source waits for the next time of day. */
const RETRY_DELAYS_MS = [10, 30, 90].map((minutes) => minutes * 60_000)

/** The result of a refresh, for logs and commands. */
export interface SourceRun {
  /** Address without secrets. */
  readonly address: string
  readonly result: SourceResult
  readonly reason: string | null
  /** Counts of products; null if nothing was imported. */
  readonly products: EntityCounts | null
}

export interface RefreshOptions {
  /** Whether an unchanged file is imported. */
  readonly isRepeated: boolean
  /** Whether other columns and fewer products are accepted. */
  readonly isForced: boolean
  readonly siteUrl: string
  readonly rules?: DownloadRules | undefined
  readonly environment?: NodeJS.ProcessEnv | undefined
}

interface Refreshed {
  readonly run: SourceRun
  readonly report: ImportReport | null
  readonly state: SourceState
}

/**
 * Imports the source's file, unless it is the same as before or looks wrong.
 * @param before what is known of the source
 * @throws errors of the database; the source is then refreshed again later
 */
export async function refreshSource(
  catalog: CatalogStore,
  source: CatalogSource,
  before: SourceState | undefined,
  options: RefreshOptions,
): Promise<Refreshed> {
  const now = Date.now()
  const address = nameAddress(source.address)
  const end = (result: SourceResult, changes: Partial<SourceState>, reason: string | null = null): Refreshed => {
    const { retryAt: _retryAt, isNoticeDue: _isNoticeDue, failures: _failures, ...rest } = before ?? {}
    const state = { ...rest, ...changes, doneUntil: now, lastRun: { at: now, result, reason } }
    return { run: { address, result, reason, products: null }, report: null, state }
  }
  const settings = JSON.stringify(source)
  const known = !options.isRepeated && before?.version?.settings === settings ? before.version : null
  let download: DownloadedFile | null
  try {
    const environment = pickVariables(options.environment ?? process.env)
    download = await downloadIfChanged(source.address, known, { rules: options.rules, environment })
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return end('failed', planRetry(before, error.reason, now), error.reason)
  }
  if (download === null) return end('unchanged', {})
  await using file = download
  const version: FileVersion = { settings, ...file.validators, digest: await digestFile(file.path) }
  if (known?.digest === version.digest) return end('unchanged', { version })
  let columns: readonly string[] | undefined
  const { format, encoding, sheet, headerRow, language, prune, minimumShare = MINIMUM_SHARE } = source
  try {
    const report = await importNamedFile(catalog, file, {
      format,
      encoding,
      sheet,
      headerRow,
      language,
      prune,
      // Rounded, because 1 - 0.9 is less than a tenth.
      prunedShareMax: Number((1 - minimumShare).toFixed(6)),
      force: options.isForced,
      siteUrl: options.siteUrl,
      checkResult(result, found) {
        columns = found
        const reason = options.isForced ? findEmptiness(result) : findDefect(result, found, before, minimumShare)
        if (reason !== null) throw new ImportError({ file: file.path }, reason)
      },
    })
    const { run, state } = end('imported', { version, columns, products: countProducts(report) })
    return { run: { ...run, products: report.products }, report, state }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    // The address is reported apart from the reason.
    const reason = error.message.replace(file.name, '').replace(/^[:,] /, '')
    return end('refused', { isNoticeDue: reason !== before?.lastRun?.reason }, reason)
  }
}

function pickVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith(SOURCE_VARIABLE_PREFIX)))
}

/** The owner is told after the last retry, and again only if the reason changes. */
function planRetry(before: SourceState | undefined, reason: string, now: number): Partial<SourceState> {
  const failures = (before?.failures ?? 0) + 1
  const delay = RETRY_DELAYS_MS[failures - 1]
  if (delay !== undefined) return { failures, retryAt: now + delay }
  const wasTold = failures > RETRY_DELAYS_MS.length + 1 && reason === before?.lastRun?.reason
  return { failures, isNoticeDue: !wasTold }
}

async function digestFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('base64url')
}

function countProducts({ products }: ImportReport): number {
  return products.created + products.changed + products.unchanged
}

function findEmptiness(report: ImportReport): string | null {
  return countProducts(report) === 0 ? 'the file has no product that can be used' : null
}

/** Compares with the file that was imported last. */
function findDefect(
  report: ImportReport,
  columns: readonly string[] | undefined,
  before: SourceState | undefined,
  minimumShare: number,
): string | null {
  const missing = before?.columns?.filter((column) => !columns?.includes(column)) ?? []
  if (missing.length > 0) return `the file lacks columns that it had before: ${missing.join(', ')}`
  const count = countProducts(report)
  if (before?.products !== undefined && count < before.products * minimumShare)
    return `only ${count} products of the file can be used; the last file had ${before.products}, and at least ${Math.round(minimumShare * 100)} % of them are needed (minimumShare)`
  return findEmptiness(report)
}
