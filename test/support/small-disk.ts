import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SMALLEST_KB = 64

/** A small file system in memory. */
interface SmallDisk extends Disposable {
  readonly path: string
  fill(): void
  free(): void
  setReadOnly(isReadOnly: boolean): void
}

/** Whether this process may mount file systems; root on Linux usually may. */
export const canMountDisks = tryToMount()

/** @throws if the process may not mount file systems */
export function mountSmallDisk(kilobytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-disk-'))
  mount(path, '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs')
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(bavail * bsize, 1))
    },
    free: () => rmSync(filler),
    setReadOnly: (isReadOnly) => mount(path, '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`),
    [Symbol.dispose]() {
      spawnSync('umount', [path])
      rmdirSync(path)
    },
  }
}

function mount(path: string, ...options: string[]): void {
  const { status, stderr, error } = spawnSync('mount', [...options, path], { encoding: 'utf8' })
  if (status === 0) return
  throw new Error(`No disk can be mounted: ${stderr}`, { cause: error })
}

function tryToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    using disk = mountSmallDisk(SMALLEST_KB)
    return disk.path !== ''
  } catch {
    return false
  }
}
