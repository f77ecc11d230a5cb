import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { logRenditionsNotKept, type Logger } from '../log.ts'
import type { RenditionFolders } from './rendition-folders.ts'

const UNFINISHED = '.unfinished'

/** Finished renditions in a folder, bounded in bytes; the least recently used go first. A folder that cannot be used keeps nothing. */
export class RenditionFiles {
  readonly #folders: RenditionFolders
  readonly #logger: Logger
  readonly #sizes: LRUCache<string, number> | null
  readonly #opened: Promise<void>
  #hasComplained = false

  constructor(folders: RenditionFolders, logger: Logger) {
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
    this.#opened = this.#takeStock()
  }

  /** What is kept here or by a process beside this one. */
  async read(name: string): Promise<Buffer | undefined> {
    if (!this.#sizes) return undefined
    await this.#opened
    if (this.#sizes.get(name) !== undefined) {
      const bytes = await readIfThere(join(this.#folders.own, name))
      if (bytes) return bytes
      // Somebody tidied the folder up.
      this.#sizes.delete(name)
    }
    for (const folder of this.#folders.others) {
      const bytes = await readIfThere(join(folder, name))
      if (bytes) return bytes
    }
    return undefined
  }

  /** Whole or not at all: another process may read it already. */
  async write(name: string, bytes: Buffer): Promise<void> {
    if (!this.#sizes) return
    const { own } = this.#folders
    const unfinished = join(own, `${randomUUID()}${UNFINISHED}`)
    try {
      await mkdir(own, { recursive: true })
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(own, name))
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
    const { own } = this.#folders
    await this.#tidy()
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

  /** Removes what nobody counts any more: the folders of more processes than there are now. */
  async #tidy(): Promise<void> {
    const { own, others, tidied } = this.#folders
    if (tidied === null) return
    const wanted = [own, ...others].map((folder) => basename(folder))
    const names = await readdir(tidied).catch(() => [])
    const unwanted = names.filter((name) => !wanted.includes(name))
    await Promise.all(unwanted.map((name) => rm(join(tidied, name), { recursive: true, force: true }).catch(() => {})))
  }
}

function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined)
}
