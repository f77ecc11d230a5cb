import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { logRenditionsNotKept, type Logger } from '../log.ts'

const UNFINISHED = '.unfinished'

/** Finished renditions in a folder, bounded in bytes; the least recently used go first. A folder that cannot be used keeps nothing. */
export class RenditionFiles {
  readonly #folder: string
  readonly #logger: Logger
  readonly #sizes: LRUCache<string, number> | null
  readonly #opened: Promise<void>
  #hasComplained = false

  /** @param maxBytes 0 keeps nothing */
  constructor(folder: string, maxBytes: number, logger: Logger) {
    this.#folder = folder
    this.#logger = logger
    this.#sizes =
      maxBytes === 0
        ? null
        : new LRUCache<string, number>({
            maxSize: maxBytes,
            sizeCalculation: (size) => size,
            dispose: (_size, name, reason) => {
              if (reason === 'evict') void unlink(join(folder, name)).catch(() => {})
            },
          })
    this.#opened = this.#takeStock()
  }

  async read(name: string): Promise<Buffer | undefined> {
    await this.#opened
    if (this.#sizes?.get(name) === undefined) return undefined
    try {
      return await readFile(join(this.#folder, name))
    } catch {
      // Somebody tidied the folder up.
      this.#sizes.delete(name)
      return undefined
    }
  }

  /** Whole or not at all: another process may read it already. */
  async write(name: string, bytes: Buffer): Promise<void> {
    if (!this.#sizes) return
    const unfinished = join(this.#folder, `${randomUUID()}${UNFINISHED}`)
    try {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(this.#folder, name))
      this.#sizes.set(name, bytes.length)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      if (!this.#hasComplained) logRenditionsNotKept(this.#logger, error)
      this.#hasComplained = true
    }
  }

  /** Learns what an earlier process left, in the order of its use. */
  async #takeStock(): Promise<void> {
    if (!this.#sizes) return
    const names = await readdir(this.#folder).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name)
        const found = await stat(path).catch(() => undefined)
        if (name.endsWith(UNFINISHED)) await rm(path, { force: true }).catch(() => {})
        return found && !name.endsWith(UNFINISHED) ? [{ name, size: found.size, usedAt: Math.max(found.atimeMs, found.mtimeMs) }] : []
      }),
    )
    for (const { name, size } of files.flat().toSorted((one, other) => one.usedAt - other.usedAt)) this.#sizes.set(name, Math.max(1, size))
  }
}
