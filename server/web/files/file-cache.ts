import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../../platform/log.ts'

const UNFINISHED = '.unfinished'

/** An unfinished file may belong to another process until it is this old. */
const UNFINISHED_MAX_MS = 60_000

/** If the folder cannot be written, nothing is cached. */
export class FileCache {
  readonly folder: string
  readonly #maxBytes: number
  readonly #logger: Logger
  readonly #sizes: LRUCache<string, number>
  readonly #listed: Promise<void>
  #hasLoggedError = false

  /** @param maxBytes 0 disables the cache */
  constructor(folder: string, maxBytes: number, logger: Logger) {
    this.folder = folder
    this.#maxBytes = maxBytes
    this.#logger = logger
    this.#sizes = new LRUCache<string, number>({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (size) => Math.max(1, size),
      dispose: (_size, name, reason) => {
        if (reason === 'evict') void unlink(join(folder, name)).catch(() => {})
      },
    })
    this.#listed = this.#listFiles()
  }

  /** Also finds what another process on this machine has cached. */
  async read(name: string): Promise<Buffer | undefined> {
    await this.#listed
    const bytes = await readFile(join(this.folder, name)).catch(() => undefined)
    if (!bytes) this.#sizes.delete(name)
    else if (this.#sizes.get(name) === undefined) this.#sizes.set(name, bytes.length)
    return bytes
  }

  /** The file may be deleted at any time. */
  async has(name: string): Promise<boolean> {
    await this.#listed
    // Marks the file as used.
    this.#sizes.get(name)
    const found = await stat(join(this.folder, name)).catch(() => undefined)
    return found?.isFile() === true
  }

  /** Renames a complete file, because other processes may read it at any time. Errors are logged once. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    // A file above the limit would be on the disk without being counted.
    if (bytes.length > this.#maxBytes) return
    // Listing deletes unfinished files, and would add a file again that was evicted meanwhile.
    await this.#listed
    const unfinished = join(this.folder, `${randomUUID()}${UNFINISHED}`)
    try {
      await mkdir(this.folder, { recursive: true })
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(this.folder, name))
      this.#sizes.set(name, bytes.length)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      if (!this.#hasLoggedError)
        this.#logger.error(
          { err: error },
          'resized pictures cannot be cached on disk; they are resized for each request',
        )
      this.#hasLoggedError = true
    }
  }

  /** Adds the files that exist in the order of their last use, and deletes folders, which 1.1.0 made, and abandoned files. */
  async #listFiles(): Promise<void> {
    const names = await readdir(this.folder).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name)
        const found = await stat(path).catch(() => undefined)
        if (!found) return []
        const isUnfinished = name.endsWith(UNFINISHED)
        if (isUnfinished && Date.now() - found.mtimeMs < UNFINISHED_MAX_MS) return []
        if (found.isFile() && !isUnfinished)
          return [{ name, size: found.size, usedAt: Math.max(found.atimeMs, found.mtimeMs) }]
        await rm(path, { recursive: true, force: true }).catch(() => {})
        return []
      }),
    )
    for (const { name, size } of files.flat().toSorted((one, other) => one.usedAt - other.usedAt))
      this.#sizes.set(name, size)
  }
}
