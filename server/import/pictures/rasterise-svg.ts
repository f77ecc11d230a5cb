import { spawnSync } from 'node:child_process'
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
export function rasteriseSvg(bytes: Uint8Array, timeLimitMs = TIME_LIMIT_MS): Uint8Array {
  const path = join(findProjectDir(import.meta.dirname), PROCESS_PATH)
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [path], {
    input: bytes,
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_MAX_BYTES,
  })
  if (status === 0) return stdout
  const isLate = error && 'code' in error && error.code === 'ETIMEDOUT'
  const advice = `rendering takes longer than ${timeLimitMs / 1000} s; remove the filters of the SVG, or save it as PNG`
  throw new Error(isLate ? advice : stderr.toString().trim() || error?.message, { cause: error })
}
