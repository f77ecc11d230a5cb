import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { findProjectDir } from '../../platform/project-dir.ts'

const TIME_LIMIT_MS = 10_000
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/** Relative to the project's folder, because `import.meta` differs in the server's bundle. */
const PROCESS_PATH = 'server/import/pictures/rasterise-svg-process.ts'

/**
 * An SVG may contain scripts and external references. Some filters take minutes and cannot be interrupted, so a child
 * process renders, which is killed at the time limit.
 * @throws if rendering fails or takes too long
 */
export function rasteriseSvg(bytes: Uint8Array, timeLimitMs = TIME_LIMIT_MS): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      timeout: timeLimitMs,
      killSignal: 'SIGKILL',
      maxBuffer: OUTPUT_MAX_BYTES,
    } as const
    const path = join(findProjectDir(import.meta.dirname), PROCESS_PATH)
    const child = execFile(process.execPath, [path], options, (error, png, message) => {
      if (!error) resolve(png)
      else if (error.killed)
        reject(
          new Error(
            `rendering takes longer than ${timeLimitMs / 1000} s; remove the filters of the SVG, or save it as PNG`,
            { cause: error },
          ),
        )
      else reject(new Error(message.toString().trim() || error.message, { cause: error }))
    })
    // The child may exit early; its exit code then reports the failure.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
