import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { logEvent, type Logger } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { WORKER_NUMBER } from '../base/worker-number.ts'

const UNFINISHED = '.unfinished'

const RENDITIONS_FOLDER = 'renditions'

interface CacheFolders {
  readonly own: string
  readonly others: readonly string[]
  /** Where this process deletes the folders of former workers; null if another worker does so. */
  readonly cleaned: string | null
  /** 0 disables the cache. */
  readonly maxBytes: number
}

/** Workers have their own folders and equal shares of `PICTURE_CACHE_MB`, so that they need not coordinate evictions. */
export function findCacheFolders({
  dataDir,
  workerCount,
  pictureCacheBytes,
}: Pick<Config, 'dataDir' | 'workerCount' | 'pictureCacheBytes'>): CacheFolders {
  const root = join(dataDir, RENDITIONS_FOLDER)
  const number = WORKER_NUMBER ?? 1
  const folderOf = (worker: number) => join(root, `worker-${worker}`)
  const workers = Array.from({ length: workerCount }, (_, index) => index + 1)
  return {
    own: folderOf(number),
    others: workers.filter((worker) => worker !== number).map(folderOf),
    cleaned: number === 1 ? root : null,
    maxBytes: Math.floor(pictureCacheBytes / workerCount),
  }
}

/** If the folder cannot be written, nothing is cached. */
export class FileCache {
  readonly #folders: CacheFolders
  readonly #logger: Logger
  readonly #sizes: LRUCache<string, number> | null
  readonly #listed: Promise<void>
  #hasLoggedError = false

  constructor(folders: CacheFolders, logger: Logger) {
    this.#folders = folders
    this.#logger = logger
    this.#sizes =
      folders.maxBytes === 0
        ? null
        : new LRUCache<string, number>({
            maxSize: folders.maxBytes,
            sizeCalculation: (size) => size,
            dispose: (_size, name, reason) => {
              if (reason === 'evict') void unlink(join(folders.own, name)).catch(() => {})
            },
          })
    this.#listed = this.#listFiles()
  }

  /** Also finds what another worker has cached. */
  async read(name: string): Promise<Buffer | undefined> {
    if (!this.#sizes) return undefined
    await this.#listed
    if (this.#sizes.get(name) !== undefined) {
      const bytes = await readIfExists(join(this.#folders.own, name))
      if (bytes) return bytes
      this.#sizes.delete(name)
    }
    for (const folder of this.#folders.others) {
      const bytes = await readIfExists(join(folder, name))
      if (bytes) return bytes
    }
    return undefined
  }

  /** Finds a file of this worker or another one, which may be deleted at any time. */
  async findFolder(name: string): Promise<string | undefined> {
    if (!this.#sizes) return undefined
    await this.#listed
    // Marks the file as used.
    this.#sizes.get(name)
    for (const folder of [this.#folders.own, ...this.#folders.others])
      if (await isFile(join(folder, name))) return folder
    return undefined
  }

  /** Renames a complete file, because other workers may read it at any time. Errors are logged once. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    // A file above the limit would be on the disk without being counted.
    if (!this.#sizes || bytes.length > this.#folders.maxBytes) return
    // Listing deletes unfinished files, and would add a file again that was evicted meanwhile.
    await this.#listed
    const { own } = this.#folders
    const unfinished = join(own, `${randomUUID()}${UNFINISHED}`)
    try {
      await mkdir(own, { recursive: true })
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(own, name))
      this.#sizes.set(name, bytes.length)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      if (!this.#hasLoggedError) logEvent(this.#logger, 'renditionsNotCached', { err: error })
      this.#hasLoggedError = true
    }
  }

  /** Adds an earlier process's files in the order of their last use. */
  async #listFiles(): Promise<void> {
    if (!this.#sizes) return
    const { own } = this.#folders
    await this.#deleteOldFolders()
    const names = await readdir(own).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(own, name)
        const found = await stat(path).catch(() => undefined)
        if (name.endsWith(UNFINISHED)) await rm(path, { force: true }).catch(() => {})
        return found && !name.endsWith(UNFINISHED)
          ? [{ name, size: found.size, usedAt: Math.max(found.atimeMs, found.mtimeMs) }]
          : []
      }),
    )
    for (const { name, size } of files.flat().toSorted((one, other) => one.usedAt - other.usedAt))
      this.#sizes.set(name, Math.max(1, size))
  }

  /** Folders of workers beyond `WEB_CONCURRENCY` are left by an earlier run. */
  async #deleteOldFolders(): Promise<void> {
    const { own, others, cleaned } = this.#folders
    if (cleaned === null) return
    const wanted = [own, ...others].map((folder) => basename(folder))
    const names = await readdir(cleaned).catch(() => [])
    const unwanted = names.filter((name) => !wanted.includes(name))
    await Promise.all(unwanted.map((name) => rm(join(cleaned, name), { recursive: true, force: true }).catch(() => {})))
  }
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

function readIfExists(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined)
}
