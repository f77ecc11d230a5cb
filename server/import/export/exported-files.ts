import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { CatalogImage, ProductDocument, StoredImage } from '../../../shared/catalog.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { readDocumentUrl } from '../../catalog/rules/document-files.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import { DOCUMENTS_FOLDER, IMAGES_FOLDER } from '../content-folder.ts'
import { listPictureNames } from '../pictures/picture-name.ts'
import { replacePictures } from '../../catalog/rules/text-pictures.ts'

/** Writes each stored picture and document once, and knows the names of their files. */
export class ExportedFiles {
  readonly #reader: CatalogReader
  readonly #directory: string
  /** File names by the hashes of pictures and the URLs of documents. */
  readonly #names = new Map<string, string>()
  /** Hashes of pictures by file names without extensions. */
  readonly #pictures = new Map<string, string>()
  /** Hashes of documents by file names. */
  readonly #documents = new Map<string, string>()
  pictureCount = 0

  constructor(reader: CatalogReader, directory: string) {
    this.#reader = reader
    this.#directory = directory
  }

  /** @returns false if no file with this hash is stored */
  async write(path: string, hash: string): Promise<boolean> {
    const file = await this.#reader.findImage(hash)
    if (!file) return false
    const target = join(this.#directory, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, file.bytes)
    return true
  }

  /** @param owner name of what uses the picture; the first one names the file @returns the file name */
  async writePicture(image: StoredImage, owner: string): Promise<string> {
    return this.#names.get(image.hash) ?? this.#savePicture(image, this.#buildStem(owner, image.hash))
  }

  /**
   * Keeps the file name that a Markdown text uses, unless another picture has it. Must be called before `writePicture`,
   * which could give away the name.
   * @returns the file name
   */
  async writePictureAs(image: StoredImage, file: string): Promise<string> {
    // Imports find no names with a folder, even if its slash is percent-encoded.
    const [, base] = listPictureNames(file)
    const stem = basename(base)
    const hash = this.#pictures.get(stem)
    if (hash === image.hash) return file
    if (hash !== undefined) return this.#savePicture(image, this.#buildStem(stem, image.hash))
    this.#pictures.set(stem, image.hash)
    await this.#savePicture(image, stem)
    return file
  }

  /**
   * If several documents have the same name, all but the first are written to folders of their own, because an import
   * builds URLs from file names.
   */
  async writeDocument({ url }: ProductDocument): Promise<void> {
    const document = this.#names.has(url) ? undefined : readDocumentUrl(url)
    if (!document) return
    const { hash, fileName } = document
    const name = [hash, undefined].includes(this.#documents.get(fileName)) ? fileName : `${hash}/${fileName}`
    if (!(await this.write(join(DOCUMENTS_FOLDER, name), hash))) return
    this.#names.set(url, name)
    if (name === fileName) this.#documents.set(name, hash)
  }

  async #savePicture({ hash, format }: StoredImage, stem: string): Promise<string> {
    const name = `${stem}.${format === 'jpeg' ? 'jpg' : format}`
    await this.write(join(IMAGES_FOLDER, name), hash)
    if (!this.#names.has(hash)) this.pictureCount += 1
    this.#names.set(hash, name)
    return name
  }

  /** The pictures must already be written. */
  nameSources(html: string): string {
    return replacePictures(
      html,
      ({ image }) => `<img src="${escapeHtml(this.sourceOf(image))}" alt="${escapeHtml(image.alt)}" />`,
    )
  }

  /** The file name of a written picture or document, or the URL of a file that is not stored. */
  sourceOf(file: CatalogImage | Pick<ProductDocument, 'url'>): string {
    if ('url' in file) return this.#names.get(file.url) ?? file.url
    const name = this.#names.get(file.hash)
    if (name === undefined) throw new Error(`the picture ${file.hash} was not written to the export`)
    return name
  }

  /** Unique even without the extension, which imports may ignore. */
  #buildStem(owner: string, hash: string): string {
    for (let number = 1; ; number++) {
      const stem = `${owner}-${number}`
      if (this.#pictures.has(stem)) continue
      this.#pictures.set(stem, hash)
      return stem
    }
  }
}
