import type { Stores } from '../databases/open-stores.ts'
import { formatReport } from '../import/format-report.ts'
import type { ImportReport } from '../import/import-report.ts'
import type { RefreshOptions, SourceRun } from '../import/sources/refresh-source.ts'
import { isAddressOf, refreshSources } from '../import/sources/refresh-sources.ts'
import type { CatalogArguments } from './catalog-arguments.ts'
import type { ExitCode } from './command-process.ts'
import { UsageError } from './parse-arguments.ts'

/** @returns 1 if a source was refused or could not be downloaded, 2 if there is none or another process does it */
export async function runRefresh(
  stores: Pick<Stores, 'catalog' | 'background'>,
  { address, isDueOnly, force, json }: CatalogArguments & { command: 'refresh' },
  settings: Pick<RefreshOptions, 'siteUrl' | 'environment' | 'rules'>,
  terminal: Console,
): Promise<ExitCode> {
  const { sources = [] } = await stores.catalog.readSite()
  if (sources.length === 0 && !isDueOnly)
    throw new UsageError('The site has no sources. Add "sources" to its site.json, and import its folder.')
  if (address !== undefined && !sources.some((source) => isAddressOf(source, address)))
    throw new UsageError(`No source has this address. Addresses: ${sources.map((source) => source.address).join(', ')}`)
  const onRun = (run: SourceRun, report: ImportReport | null) => {
    if (!json) terminal.log(formatRun(run, report))
  }
  const options = { ...settings, isRepeated: !isDueOnly, isForced: force }
  const runs = await refreshSources(stores, options, { isDueOnly, address, onRun })
  if (runs === null && !isDueOnly) {
    terminal.error('Another process is refreshing the sources now; try again later.')
    return 2
  }
  if (json) terminal.log(JSON.stringify(runs ?? [], null, 2))
  return runs?.some(({ reason }) => reason !== null) ? 1 : 0
}

function formatRun({ address, reason }: SourceRun, report: ImportReport | null): string {
  if (report) return `${formatReport(report, { verbose: false })}\n`
  if (reason !== null) return `${address}: ${reason}. Nothing was changed.`
  return `${address}: the file is the same as before.`
}
