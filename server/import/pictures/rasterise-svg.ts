import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { findProjectDir } from '../../project-dir.ts'

const TIME_LIMIT_MS = 10_000
/** No PNG of this size is larger. */
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/** From the project's folder: in the server's bundle this file is elsewhere. */
const PROCESS_PATH = 'server/import/pictures/rasterise-svg-process.ts'

/**
 * Renders a vector picture as pixels: an SVG may hold scripts and fetch what it likes, and a store of pictures has no use for
 * either. A few lines of filters take minutes and cannot be interrupted, so this happens in a process that can be killed.
 * @throws if it cannot be rendered in time
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
          new Error(`it takes longer than ${timeLimitMs / 1000} s to render; remove its filters, or save it as PNG`, {
            cause: error,
          }),
        )
      else reject(new Error(message.toString().trim() || error.message, { cause: error }))
    })
    // The process may end before it has read everything; its exit code says why.
    child.stdin!.on('error', () => {})
    child.stdin!.end(bytes)
  })
}
