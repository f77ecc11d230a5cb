import { availableParallelism } from 'node:os'
import type { RenditionFormat, RenditionWidth } from '../../shared/renditions.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { FairQueue } from '../concurrency/fair-queue.ts'
import { drawRendition } from './draw-rendition.ts'
import type { RenditionFiles } from './rendition-files.ts'

export interface RenditionName {
  /** Of the original: all of it, or its first `PICTURE_ADDRESS_DIGITS`. */
  readonly hash: string
  readonly width: RenditionWidth
  readonly format: RenditionFormat
}

/** A page may show fifty that nobody asked for before. */
const WAIT_MAX_MS = 10_000
const WAITING_MAX = 300

/** Renditions of the store's pictures: made when they are first asked for, each once, a few at a time. */
export class Renditions {
  readonly #store: Pick<CatalogStore, 'findImage'>
  readonly #files: RenditionFiles
  readonly #underWay = new Map<string, Promise<Buffer | undefined>>()
  readonly #queue: FairQueue

  constructor(store: Pick<CatalogStore, 'findImage'>, files: RenditionFiles, workerCount: number) {
    this.#store = store
    this.#files = files
    // One processor is left to answer requests; the others are shared with the processes beside this one.
    const maxRunning = Math.max(1, Math.floor((availableParallelism() - 1) / workerCount))
    this.#queue = new FairQueue({ maxRunning, maxWaitMs: WAIT_MAX_MS, maxWaiting: WAITING_MAX })
  }

  /**
   * @param client whose turn it takes to draw it
   * @returns undefined where there is no such picture
   * @throws BusyError where too many are waited for, HttpError 500 where it cannot be decoded
   */
  find(name: RenditionName, client: string): Promise<Buffer | undefined> {
    const file = `${name.hash}-${name.width}.${name.format}`
    let finding = this.#underWay.get(file)
    if (!finding) {
      finding = this.#find(name, file, client).finally(() => this.#underWay.delete(file))
      this.#underWay.set(file, finding)
    }
    return finding
  }

  async #find({ hash, width, format }: RenditionName, file: string, client: string): Promise<Buffer | undefined> {
    const kept = await this.#files.read(file)
    if (kept) return kept
    return this.#queue.run(client, async () => {
      const original = await this.#store.findImage(hash)
      if (!original) return undefined
      const bytes = await drawRendition(original.bytes, width, format)
      await this.#files.write(file, bytes)
      return bytes
    })
  }
}
