import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ProductDocument } from '../../../shared/catalog.ts'
import { type DocumentUrl, readDocumentUrl } from '../../catalog/rules/document-files.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'

/** Writes each stored document once, with the name of its URL. */
export class DocumentFiles {
  readonly #reader: CatalogReader
  readonly #directory: string
  /** Names of the files by the URLs of the documents. */
  readonly #names = new Map<string, string>()
  readonly #taken = new Map<string, string>()

  constructor(reader: CatalogReader, directory: string) {
    this.#reader = reader
    this.#directory = directory
  }

  async write({ url }: ProductDocument): Promise<void> {
    const document = this.#names.has(url) ? undefined : readDocumentUrl(url)
    const file = document && (await this.#reader.findImage(document.hash))
    if (!document || !file) return
    const name = this.#chooseName(document)
    this.#names.set(url, name)
    const path = join(this.#directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.bytes)
  }

  /** The file name of a written document, or the URL of any other. */
  sourceOf({ url }: Pick<ProductDocument, 'url'>): string {
    return this.#names.get(url) ?? url
  }

  /** Of documents with the same name, all but the first get folders, because an import makes URLs from names. */
  #chooseName({ hash, fileName }: DocumentUrl): string {
    const owner = this.#taken.get(fileName)
    if (owner !== undefined && owner !== hash) return `${hash}/${fileName}`
    this.#taken.set(fileName, hash)
    return fileName
  }
}
