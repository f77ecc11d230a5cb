// Reads an `ImportJob` as JSON from the standard input, and writes an `ImportOutcome` to the standard output.
import { text } from 'node:stream/consumers'
import { readConfig } from '../config/config.ts'
import { openCatalog } from '../databases/open-stores.ts'
import { importNamedFile } from '../import/import-catalog.ts'
import { ImportError } from '../import/import-error.ts'
import { buildJsonReport } from '../import/json-report.ts'
import type { ImportJob, ImportOutcome } from './run-import-process.ts'

const { path, name, parameters } = JSON.parse(await text(process.stdin)) as ImportJob
const { database, pages } = readConfig(process.env)
await using opened = await openCatalog(database)
const outcome = await importNamedFile(opened.catalog, { path, name }, { ...parameters, siteUrl: pages.siteUrl }).then(
  (report): ImportOutcome => ({ report: buildJsonReport(report) }),
  (error: unknown): ImportOutcome => {
    if (error instanceof ImportError) return { reason: error.message }
    throw error
  },
)
process.stdout.write(JSON.stringify(outcome))
