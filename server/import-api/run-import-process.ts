import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { findProjectDir } from '../base/project-dir.ts'
import type { JsonReport } from '../import/json-report.ts'
import type { ImportParameters } from './import-parameters.ts'

export interface ImportJob {
  readonly path: string
  /** Name of the file in reports and the history. */
  readonly name: string
  readonly parameters: ImportParameters
}

/** The report, or the reason why the file cannot be used. */
export type ImportOutcome = { readonly report: JsonReport } | { readonly reason: string }

export type RunImport = (job: ImportJob, signal: AbortSignal) => Promise<ImportOutcome>

/** Relative to the project's folder, because `import.meta` differs in the server's bundle. */
const SCRIPT_PATH = 'server/import-api/import-process.ts'

/** The lists of a report have at most a few thousand entries. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/**
 * Imports run in processes of their own, because they would delay the responses of this one.
 * @param environment with the settings of the database
 * @returns a function that throws if the process failed, or its signal ended it; nothing was changed then
 */
export function createImportRunner(environment: NodeJS.ProcessEnv): RunImport {
  const path = join(findProjectDir(import.meta.dirname), SCRIPT_PATH)
  return (job, signal) =>
    new Promise((resolve, reject) => {
      const options = { signal, env: environment, maxBuffer: OUTPUT_MAX_BYTES }
      const child = execFile(process.execPath, [path], options, (error, output, errors) => {
        if (signal.aborted) reject(signal.reason as Error)
        else if (error) reject(new Error(errors.trim() || error.message, { cause: error }))
        else resolve(JSON.parse(output) as ImportOutcome)
      })
      // The callback above has the reason if a process ends early.
      child.stdin!.on('error', () => {}).end(JSON.stringify(job))
    })
}
