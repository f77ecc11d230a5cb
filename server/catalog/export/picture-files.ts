import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogImage, StoredImage } from '../../../shared/catalog.ts'
import type { CatalogReader } from '../catalog-store.ts'

/** Gives each picture a name that tells whose it is, and writes it once, however many show it. */
export class PictureFiles {
  readonly #reader: CatalogReader
  readonly #directory: string
  readonly #names = new Map<string, string>()
  readonly #takenNames = new Set<string>()

  constructor(reader: CatalogReader, directory: string) {
    this.#reader = reader
    this.#directory = directory
  }

  get count(): number {
    return this.#names.size
  }

  /** @param owner the slug of what shows it first */
  async write(image: StoredImage, owner: string): Promise<string> {
    const known = this.#names.get(image.hash)
    if (known !== undefined) return known
    const name = this.#buildName(owner, image.format === 'jpeg' ? 'jpg' : image.format)
    const file = await this.#reader.findImage(image.hash)
    if (file) {
      if (this.count === 0) await mkdir(this.#directory, { recursive: true })
      await writeFile(join(this.#directory, name), file.bytes)
    }
    this.#names.set(image.hash, name)
    return name
  }

  /** The name of a picture that was written, or the address of one that lies elsewhere. */
  sourceOf(image: CatalogImage): string {
    return 'url' in image ? image.url : this.#names.get(image.hash)!
  }

  /** Names differ in more than their extension, which imports do not look at first. */
  #buildName(owner: string, extension: string): string {
    for (let number = 1; ; number++) {
      const stem = `${owner}-${number}`
      if (this.#takenNames.has(stem)) continue
      this.#takenNames.add(stem)
      return `${stem}.${extension}`
    }
  }
}
