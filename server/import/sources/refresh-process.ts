import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { findProjectDir } from '../../base/project-dir.ts'
import type { SourceRun } from './refresh-source.ts'

/** Relative to the project's folder, because `import.meta` differs in the server's bundle. */
const COMMAND_PATH = 'server/commands/catalog.ts'

const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/**
 * Runs `npm run catalog -- refresh --due` with the settings of this process.
 * @param signal ends the process
 * @throws if the command failed
 */
export function refreshInProcess(signal: AbortSignal): Promise<readonly SourceRun[]> {
  const path = join(findProjectDir(import.meta.dirname), COMMAND_PATH)
  return new Promise((resolve, reject) => {
    const options = { signal, maxBuffer: OUTPUT_MAX_BYTES }
    execFile(process.execPath, [path, 'refresh', '--due', '--json'], options, (error, output, errors) => {
      if (signal.aborted) reject(signal.reason as Error)
      // The exit code of a refused source is 1 too, with output.
      else if (error && output === '') reject(new Error(errors.trim() || error.message, { cause: error }))
      else resolve(JSON.parse(output) as readonly SourceRun[])
    })
  })
}
