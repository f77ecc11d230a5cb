import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CatalogImage, StoredImage } from '../../../shared/catalog.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import { readPictureName } from '../pictures/picture-name.ts'
import { replacePictures } from '../../catalog/rules/text-pictures.ts'

/** Names each picture after the first product, category or setting that uses it. */
export class PictureFiles {
  readonly #reader: CatalogReader
  readonly #directory: string
  readonly #names = new Map<string, string>()
  /** Hashes of pictures by file names without extensions. */
  readonly #hashes = new Map<string, string>()

  constructor(reader: CatalogReader, directory: string) {
    this.#reader = reader
    this.#directory = directory
  }

  get count(): number {
    return this.#names.size
  }

  /** Writes a picture once. @param owner name of what uses the picture @returns the file name */
  async write(image: StoredImage, owner: string): Promise<string> {
    return this.#names.get(image.hash) ?? this.#save(image, this.#buildStem(owner, image.hash))
  }

  /**
   * Keeps the file name that a Markdown text uses, unless another picture has it. Must be called before `write`, which could
   * give away the name.
   * @returns the file name
   */
  async writeAs(image: StoredImage, file: string): Promise<string> {
    // Imports find no names with a folder, even if its slash is percent-encoded.
    const stem = basename(readPictureName(file).base)
    const hash = this.#hashes.get(stem)
    if (hash === image.hash) return file
    if (hash !== undefined) return this.#save(image, this.#buildStem(stem, image.hash))
    this.#hashes.set(stem, image.hash)
    await this.#save(image, stem)
    return file
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

  /** The pictures must already be written. */
  nameSources(html: string): string {
    return replacePictures(
      html,
      ({ image }) => `<img src="${escapeHtml(this.sourceOf(image))}" alt="${escapeHtml(image.alt)}" />`,
    )
  }

  /** The file name of a written picture, or the URL of one that is not stored. */
  sourceOf(image: CatalogImage): string {
    if ('url' in image) return image.url
    const name = this.#names.get(image.hash)
    if (name === undefined)
      throw new Error(
        `the picture ${image.hash} has no file name in the export, because the picture was not written there`,
      )
    return name
  }

  /** Unique even without the extension, which imports may ignore. */
  #buildStem(owner: string, hash: string): string {
    for (let number = 1; ; number++) {
      const stem = `${owner}-${number}`
      if (this.#hashes.has(stem)) continue
      this.#hashes.set(stem, hash)
      return stem
    }
  }
}
