import { availableParallelism } from 'node:os'
import { HttpError } from '../../shared/http-error.ts'
import type { RenditionFormat, RenditionWidth } from '../../shared/renditions.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { drawRendition } from './draw-rendition.ts'
import type { RenditionFiles } from './rendition-files.ts'

export interface RenditionName {
  /** Of the original. */
  readonly hash: string
  readonly width: RenditionWidth
  readonly format: RenditionFormat
}

/** More than that are not waited for. */
const WAITING_MAX = 300

/** Renditions of the store's pictures: made when they are first asked for, each once, a few at a time. */
export class Renditions {
  readonly #store: Pick<CatalogStore, 'findImage'>
  readonly #files: RenditionFiles
  readonly #underWay = new Map<string, Promise<Buffer | undefined>>()
  readonly #waiting: (() => void)[] = []
  /** One processor is left to answer requests; the others are shared with the processes beside this one. */
  readonly #maxRunning: number
  #running = 0

  constructor(store: Pick<CatalogStore, 'findImage'>, files: RenditionFiles, workerCount: number) {
    this.#store = store
    this.#files = files
    this.#maxRunning = Math.max(1, Math.floor((availableParallelism() - 1) / workerCount))
  }

  /**
   * @returns undefined where there is no such picture
   * @throws HttpError 503 where too many are waited for, 500 where it cannot be decoded
   */
  find(name: RenditionName): Promise<Buffer | undefined> {
    const file = `${name.hash}-${name.width}.${name.format}`
    let finding = this.#underWay.get(file)
    if (!finding) {
      finding = this.#find(name, file).finally(() => this.#underWay.delete(file))
      this.#underWay.set(file, finding)
    }
    return finding
  }

  async #find({ hash, width, format }: RenditionName, file: string): Promise<Buffer | undefined> {
    const kept = await this.#files.read(file)
    if (kept) return kept
    await this.#takeTurn()
    try {
      const original = await this.#store.findImage(hash)
      if (!original) return undefined
      const bytes = await drawRendition(original.bytes, width, format)
      await this.#files.write(file, bytes)
      return bytes
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#running >= this.#maxRunning) {
      if (this.#waiting.length >= WAITING_MAX) throw new HttpError(503, 'Too many pictures at once.')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running++
  }
}
