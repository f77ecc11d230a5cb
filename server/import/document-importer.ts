import type { ProductDocument } from '../../shared/catalog.ts'
import { documentSourceKey, documentUrl, isDocumentFile, readFileName } from '../catalog/rules/document-files.ts'
import type { StoredDocument } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { completeAddress, isHttpsAddress } from './cells.ts'
import type { SourcePath } from './files/source-path.ts'
import type { ImportPlace } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'
import type { Fault } from './pictures/inspect-picture.ts'
import type { PictureFolder } from './pictures/picture-folder.ts'
import type { PictureImporter } from './pictures/picture-importer.ts'
import { isAddress } from './pictures/picture-name.ts'
import { inspectDocument } from './inspect-document.ts'

const NO_FILE = 'no file has this name'
const NO_BYTES = new Uint8Array()

export interface FileImporters {
  readonly pictures: PictureImporter
  readonly documents: DocumentImporter
}

export class DocumentImporter {
  readonly #writer: CatalogWriter
  readonly #folders: readonly PictureFolder[]
  readonly #report: ReportBuilder
  readonly #byPath = new Map<string, StoredDocument | Fault>()
  readonly #countedHashes = new Set<string>()

  /** @param folders in the order in which they are searched */
  constructor(writer: CatalogWriter, folders: readonly PictureFolder[], report: ReportBuilder) {
    this.#writer = writer
    this.#folders = folders
    this.#report = report
  }

  /**
   * Looks in the owner's files and the documents of earlier imports; a document that is in none stays at its remote
   * address.
   * @param document its URL is an address or a file name
   * @param before the stored product's documents, whose URLs stay the same if their bytes do
   * @returns null if there is no such document, which is reported
   */
  async find(
    { name, url }: ProductDocument,
    before: readonly ProductDocument[],
    place: ImportPlace,
  ): Promise<ProductDocument | null> {
    const source = completeAddress(url)
    if (!isDocumentFile(source)) return { name, url }
    const stored = (await this.#findFile(source, place)) ?? (await this.#findStored(source))
    if (stored && !('fault' in stored)) {
      const known = await this.#writer.findDocumentOfSource(source)
      if (known?.hash !== stored.hash) await this.#writer.putPictureSource(documentSourceKey(source), stored)
      const { hash, format, bytes } = stored
      const storedUrl = documentUrl(hash, source, format)
      return before.find((other) => other.url === storedUrl && other.name === name) ?? { name, url: storedUrl, bytes }
    }
    const why = stored ? stored.fault : NO_FILE
    if (isHttpsAddress(source)) {
      const reason = `${why}; the page links to its remote address`
      this.#report.documents.remote.add({ ...place, value: source, reason })
      return { name, url: source }
    }
    const advice = isAddress(source)
      ? 'pages link to https addresses only'
      : 'add the file to the documents, or correct the name'
    const reason = stored ? why : `${why}; ${advice}`
    this.#report.documents.missing.add({ ...place, value: source, reason })
    return null
  }

  async #findFile(source: string, place: ImportPlace): Promise<StoredDocument | Fault | undefined> {
    for (const folder of this.#folders) {
      const [path, ...others] = folder.findFiles(isAddress(source) ? readFileName(source) : source)
      if (path === undefined) continue
      const stored = await this.#storeOnce(folder.sourceOf(path))
      for (const other of others) {
        const same = await this.#storeOnce(folder.sourceOf(other))
        if ('fault' in stored || 'fault' in same || stored.hash === same.hash) continue
        const names = [path, other].map((file) => `"${folder.describe(file)}"`).join(' and ')
        this.#report.warn({
          ...place,
          value: source,
          reason: `several documents have this name (${names}); the first was used, write it with its folder`,
        })
      }
      return stored
    }
    return undefined
  }

  async #storeOnce(source: SourcePath): Promise<StoredDocument | Fault> {
    let stored = this.#byPath.get(source.path)
    if (!stored) {
      stored = await this.#store(source)
      this.#byPath.set(source.path, stored)
    }
    return stored
  }

  async #store(source: SourcePath): Promise<StoredDocument | Fault> {
    const document = await inspectDocument(source)
    if ('fault' in document) return document
    const { hash, format, bytes } = document
    const isKnown = await this.#writer.hasImage(hash)
    // A dry run needs no bytes, which would only make its transaction larger.
    if (!isKnown) await this.#writer.putImage(hash, { bytes: this.#report.dryRun ? NO_BYTES : bytes, format })
    this.#count(hash, isKnown ? 'known' : 'stored')
    return { hash, format, bytes: bytes.length }
  }

  async #findStored(source: string): Promise<StoredDocument | undefined> {
    const document = await this.#writer.findDocumentOfSource(source)
    if (document) this.#count(document.hash, 'known')
    return document
  }

  #count(hash: string, how: 'known' | 'stored'): void {
    if (!this.#countedHashes.has(hash)) this.#report.documents[how] += 1
    this.#countedHashes.add(hash)
  }
}
