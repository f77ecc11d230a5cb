import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CatalogImage, StoredImage } from '../../shared/catalog.ts'
import { escapeHtml } from '../../shared/escape.ts'
import type { CatalogReader } from '../store/catalog-store.ts'
import { readPictureName } from '../import/pictures/picture-name.ts'
import { replacePictures } from '../catalog/text-pictures.ts'

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
    return this.#names.get(image.hash) ?? this.#save(image, this.#buildStem(owner))
  }

  /** Writes a picture under the name that an owner's text has for it. These come first, so that no other takes it. */
  async writeAs(image: StoredImage, file: string): Promise<void> {
    // A name with a folder in it, however it is encoded, is never found by an import.
    const stem = basename(readPictureName(file).base)
    if (this.#takenNames.has(stem)) return
    this.#takenNames.add(stem)
    await this.#save(image, stem)
  }

  async #save(image: StoredImage, stem: string): Promise<string> {
    const name = `${stem}.${image.format === 'jpeg' ? 'jpg' : image.format}`
    const file = await this.#reader.findImage(image.hash)
    if (file) {
      if (this.count === 0) await mkdir(this.#directory, { recursive: true })
      await writeFile(join(this.#directory, name), file.bytes)
    }
    this.#names.set(image.hash, name)
    return name
  }

  /** A text as sheets write it, with the names of its pictures, which were written before. */
  nameSources(html: string): string {
    return replacePictures(
      html,
      ({ image }) => `<img src="${escapeHtml(this.sourceOf(image))}" alt="${escapeHtml(image.alt)}" />`,
    )
  }

  /** The name of a picture that was written, or the address of one that lies elsewhere. */
  sourceOf(image: CatalogImage): string {
    return 'url' in image ? image.url : this.#names.get(image.hash)!
  }

  /** Names differ in more than their extension, which imports do not look at first. */
  #buildStem(owner: string): string {
    for (let number = 1; ; number++) {
      const stem = `${owner}-${number}`
      if (this.#takenNames.has(stem)) continue
      this.#takenNames.add(stem)
      return stem
    }
  }
}
