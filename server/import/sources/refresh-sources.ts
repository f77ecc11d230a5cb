import { randomUUID } from 'node:crypto'
import type { CatalogSource } from '../../../shared/site.ts'
import type { BackgroundState } from '../../background-state/open-background-state.ts'
import type { CatalogStore } from '../../store/catalog-store.ts'
import { nameAddress } from '../files/download-file.ts'
import type { ImportReport } from '../import-report.ts'
import { isDue } from './schedule.ts'
import { refreshSource, type RefreshOptions, type SourceRun } from './refresh-source.ts'

const LEASE_MS = 120_000
const LEASE_EXTENDED_MS = 20_000

export interface SourceStores {
  readonly catalog: CatalogStore
  readonly background: Pick<BackgroundState, 'sources' | 'sourceLease'>
}

interface Selection {
  /** Only sources whose time of day has come. */
  readonly isDueOnly?: boolean
  /** Only the source with this address. */
  readonly address?: string | undefined
  /** Called after each source. */
  readonly onRun?: (run: SourceRun, report: ImportReport | null) => void
}

/**
 * Refreshes sources one after the other.
 * @returns null if another process refreshes sources now
 * @throws errors of the database
 */
export async function refreshSources(
  { catalog, background }: SourceStores,
  options: RefreshOptions,
  { isDueOnly = false, address, onRun }: Selection = {},
): Promise<readonly SourceRun[] | null> {
  const { sources: states, sourceLease: lease } = background
  const holder = randomUUID()
  const extend = () => lease.take(holder, Date.now(), Date.now() + LEASE_MS)
  if (!(await extend())) return null
  // Losing the lease is no danger: of two imports, the second waits and finds nothing to change.
  const timer = setInterval(() => void extend().catch(() => {}), LEASE_EXTENDED_MS)
  try {
    const { sources = [], timeZone } = await catalog.readSite()
    const runs: SourceRun[] = []
    for (const source of sources) {
      if (address !== undefined && !isAddressOf(source, address)) continue
      const before = await states.find(source.address)
      if (isDueOnly && !(before && isDue(source, timeZone, before, Date.now()))) continue
      const { run, report, state } = await refreshSource(catalog, source, before, options)
      await states.put(source.address, state)
      runs.push(run)
      onRun?.(run, report)
    }
    return runs
  } finally {
    clearInterval(timer)
    await lease.end(holder)
  }
}

/** Compares an address that the owner gives as in `site.json` or as in reports. */
export function isAddressOf(source: CatalogSource, address: string): boolean {
  return [source.address, nameAddress(source.address)].includes(address)
}
