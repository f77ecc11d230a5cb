import { dirname } from 'node:path'
import type { ProductDocument } from '../../shared/catalog.ts'
import { documentSourceKey, documentUrl, isDocumentFile, readFileName } from '../catalog/rules/document-files.ts'
import type { ImageFile, StoredDocument, StoredFile, StoredPicture } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { completeAddress, isHttpsAddress, parsePictureAddress } from './cells.ts'
import type { SourcePath } from './files/source-path.ts'
import type { ImportPlace } from './import-error.ts'
import type { NoticePlace, ReportBuilder } from './import-report.ts'
import { inspectDocument } from './pictures/inspect-document.ts'
import {
  createPlaceholder,
  type Fault,
  type InspectedFile,
  inspectFile,
  inspectPicture,
} from './pictures/inspect-picture.ts'
import type { PictureFolder } from './pictures/picture-folder.ts'
import { isAddress, pictureAddressKey } from './pictures/picture-name.ts'

/** Folders of the owner's files. */
interface OwnFolders {
  readonly pictures: PictureFolder | undefined
  /** In the order in which they are searched. */
  readonly documents: readonly PictureFolder[]
}

export type ResolvedPicture = StoredPicture | { readonly url: string }

const NO_FILE = 'no file has this name'
const NO_BYTES = new Uint8Array()

/** Finds and stores the pictures and documents that an import names. */
export class FileImporter {
  readonly #writer: CatalogWriter
  readonly #folders: OwnFolders
  readonly #report: ReportBuilder
  /** Pictures by the paths of the files that have their name; null if none can be used. */
  readonly #pictures = new Map<string, StoredPicture | null>()
  readonly #documentsByPath = new Map<string, StoredDocument | Fault>()
  readonly #counted = { pictures: new Set<string>(), documents: new Set<string>() }

  constructor(writer: CatalogWriter, folders: OwnFolders, report: ReportBuilder) {
    this.#writer = writer
    this.#folders = folders
    this.#report = report
  }

  /**
   * Looks in the owner's files and the pictures of earlier imports; a picture that is in none stays at its remote
   * address.
   * @param source an address or a file name
   * @returns null if the picture cannot be shown, which is reported
   */
  async findPicture(source: string, place: ImportPlace): Promise<ResolvedPicture | null> {
    const own = await this.#takeOwnPicture(source, place)
    const key = pictureAddressKey(source)
    if (own && (await this.#writer.findPictureOfSource(key))?.hash !== own.hash)
      await this.#writer.putPictureSource(key, own)
    return own ?? (await this.#findStoredPicture(source)) ?? this.#useAddress(source, place, own === null)
  }

  /** Finds a picture only among the files in the owner's folder. */
  async findOwnPicture(source: string, place: ImportPlace): Promise<StoredPicture | null> {
    const own = await this.#takeOwnPicture(source, place)
    if (own === undefined) {
      const reason = `${NO_FILE}; add the file to the pictures, or correct the name`
      this.#report.pictures.missing.add({ ...place, value: source, reason })
    }
    return own ?? null
  }

  /**
   * Looks in the owner's files and the documents of earlier imports; a document that is in none stays at its remote
   * address.
   * @param document its URL is an address or a file name
   * @param before the stored product's documents, whose URLs stay the same if their bytes do
   * @returns null if there is no such document, which is reported
   */
  async findDocument(
    { name, url }: ProductDocument,
    before: readonly ProductDocument[],
    place: ImportPlace,
  ): Promise<ProductDocument | null> {
    const source = completeAddress(url)
    if (!isDocumentFile(source)) return { name, url }
    const known = await this.#writer.findDocumentOfSource(source)
    const stored = (await this.#storeDocument(source, place)) ?? known
    if (stored && !('fault' in stored)) {
      if (known?.hash !== stored.hash) await this.#writer.putPictureSource(documentSourceKey(source), stored)
      const { hash, format, bytes } = stored
      this.#count('documents', hash, 'known')
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
    this.#report.documents.missing.add({ ...place, value: source, reason: stored ? why : `${why}; ${advice}` })
    return null
  }

  /** @returns undefined if the owner has no such file, null if it cannot be used, which is reported */
  async #takeOwnPicture(source: string, place: ImportPlace): Promise<StoredPicture | null | undefined> {
    const folder = this.#folders.pictures
    const paths = folder?.find(source) ?? []
    if (!folder || paths.length === 0) return undefined
    const key = paths.join('\n')
    const known = this.#pictures.get(key)
    if (known !== undefined) return known
    const stored = await this.#storeLargest(folder, paths, { ...place, value: source })
    this.#pictures.set(key, stored)
    return stored
  }

  async #storeLargest(
    folder: PictureFolder,
    paths: readonly string[],
    place: NoticePlace,
  ): Promise<StoredPicture | null> {
    const leaveOut = (path: string, fault: string) =>
      this.#report.warn({ ...place, value: folder.describe(path), reason: `the picture was left out: ${fault}` })
    let largest: { path: string; picture: InspectedFile<StoredPicture> } | undefined
    const hashes = new Set<string>()
    for (const path of paths) {
      const picture = await inspectFile(folder.sourceOf(path), inspectPicture)
      if ('fault' in picture) {
        leaveOut(path, picture.fault)
        continue
      }
      hashes.add(picture.stored.hash)
      if (!largest || countPixels(picture) > countPixels(largest.picture)) largest = { path, picture }
    }
    if (!largest) return null
    const { path, picture } = largest
    if (hashes.size > 1 && new Set(paths.map(dirname)).size > 1) {
      const names = paths.map((each) => `"${folder.describe(each)}"`).join(', ')
      const reason = `several pictures have this name (${names}); "${folder.describe(path)}" is the largest and was used`
      this.#report.warn({ ...place, reason })
    }
    const stored = await this.#store('pictures', picture, () => createPlaceholder(picture))
    if (!('fault' in stored)) return stored
    leaveOut(path, stored.fault)
    return null
  }

  /** @returns undefined if the owner has no such file */
  async #storeDocument(source: string, place: ImportPlace): Promise<StoredDocument | Fault | undefined> {
    for (const folder of this.#folders.documents) {
      const [path, ...others] = folder.findFiles(isAddress(source) ? readFileName(source) : source)
      if (path === undefined) continue
      const stored = await this.#storeDocumentFile(folder.sourceOf(path))
      for (const other of others) {
        const same = await this.#storeDocumentFile(folder.sourceOf(other))
        if ('fault' in stored || 'fault' in same || stored.hash === same.hash) continue
        const names = [path, other].map((file) => `"${folder.describe(file)}"`).join(' and ')
        const reason = `several documents have this name (${names}); the first was used, write it with its folder`
        this.#report.warn({ ...place, value: source, reason })
      }
      return stored
    }
    return undefined
  }

  async #storeDocumentFile(source: SourcePath): Promise<StoredDocument | Fault> {
    const known = this.#documentsByPath.get(source.path)
    if (known) return known
    const document = await inspectFile(source, inspectDocument)
    const stored = 'fault' in document ? document : await this.#store('documents', document)
    this.#documentsByPath.set(source.path, stored)
    return stored
  }

  /** @returns the file as the catalogue refers to it */
  async #store<Stored extends StoredFile>(
    kind: 'pictures' | 'documents',
    { stored, content }: InspectedFile<Stored>,
    createPreview: () => Promise<Pick<ImageFile, 'placeholder'> | Fault> = () => Promise.resolve({}),
  ): Promise<Stored | Fault> {
    const isKnown = await this.#writer.hasImage(stored.hash)
    if (!isKnown) {
      const preview = await createPreview()
      if ('fault' in preview) return preview
      // A dry run needs no bytes, which would only make its transaction larger.
      const bytes = this.#report.dryRun ? NO_BYTES : content
      await this.#writer.putImage(stored.hash, { bytes, format: stored.format, ...preview })
    }
    this.#count(kind, stored.hash, isKnown ? 'known' : 'stored')
    return stored
  }

  #count(kind: 'pictures' | 'documents', hash: string, how: 'known' | 'stored'): void {
    if (!this.#counted[kind].has(hash)) this.#report[kind][how] += 1
    this.#counted[kind].add(hash)
  }

  /** Finds a picture in earlier imports, whose folder this import may lack. Fetched ones have the complete address. */
  async #findStoredPicture(source: string): Promise<StoredPicture | undefined> {
    const complete = parsePictureAddress(completeAddress(source))?.href ?? source
    for (const key of new Set([source, complete].map(pictureAddressKey))) {
      const picture = await this.#writer.findPictureOfSource(key)
      if (picture) this.#count('pictures', picture.hash, 'known')
      if (picture) return picture
    }
    return undefined
  }

  /**
   * Uses the remote address if pages can show the picture from there.
   * @param hasFile whether matching files could not be used, which was reported
   */
  #useAddress(source: string, place: ImportPlace, hasFile: boolean): ResolvedPicture | null {
    const address = completeAddress(source)
    if (hasFile && !isHttpsAddress(address)) return null
    const why = hasFile ? 'the file of this picture cannot be used' : NO_FILE
    const url = parsePictureAddress(address)
    if (url) {
      const reason = `${why}; pages load the picture from its remote address`
      this.#report.pictures.remote.add({ ...place, value: address, reason })
      return { url: url.href }
    }
    const reason = isAddress(address) ? `${why}, and ${explainRejectedAddress(address)}` : why
    this.#report.pictures.missing.add({ ...place, value: source, reason })
    return null
  }
}

function countPixels({ stored: { width, height } }: InspectedFile<StoredPicture>): number {
  return width * height
}

function explainRejectedAddress(address: string): string {
  if (!isHttpsAddress(address)) return 'pages can show pictures from https addresses only'
  return `pages cannot show a picture from the host "${new URL(address).host}": only letters, digits, dots and hyphens may be in its name`
}
