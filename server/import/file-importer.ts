import { dirname } from 'node:path'
import type { ProductDocument } from '../../shared/catalog.ts'
import { documentSourceKey, documentUrl, isDocumentFile, readFileName } from '../catalog/rules/document-files.ts'
import type { StoredDocument, StoredFile, StoredPicture } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { completeAddress, isHttpsAddress, parsePictureAddress } from './cells.ts'
import { readSource } from './files/source-path.ts'
import type { ImportPlace } from './import-error.ts'
import type { NoticePlace, ReportBuilder } from './import-report.ts'
import {
  createPlaceholder,
  type Fault,
  FILE_MAX_BYTES,
  type InspectedFile,
  inspectFile,
} from './pictures/inspect-file.ts'
import type { PictureFolder } from './pictures/picture-folder.ts'
import { isAddress, pictureAddressKey } from './pictures/picture-name.ts'

interface Stored {
  readonly pictures: StoredPicture
  readonly documents: StoredDocument
}

type Kind = keyof Stored

/** Folders of the owner's files, in the order in which they are searched. */
type OwnFolders = Readonly<Record<Kind, readonly PictureFolder[]>>

const NOUNS = { pictures: 'picture', documents: 'document' } as const

export type ResolvedPicture = StoredPicture | { readonly url: string }

const NO_FILE = 'no file has this name'
const NO_BYTES = new Uint8Array()

/** Finds and stores the pictures and documents that an import names. */
export class FileImporter {
  readonly #writer: CatalogWriter
  readonly #folders: OwnFolders
  readonly #report: ReportBuilder
  /** By the paths of all files with the same name, the file that was stored, or null if none can be used. */
  readonly #taken = new Map<string, StoredFile | null>()
  readonly #counted = new Set<string>()

  constructor(writer: CatalogWriter, report: ReportBuilder, folders: OwnFolders = { pictures: [], documents: [] }) {
    this.#writer = writer
    this.#report = report
    this.#folders = folders
  }

  /**
   * Looks in the owner's files and the pictures of earlier imports; a picture that is in none stays at its remote
   * address.
   * @param source an address or a file name
   * @returns null if the picture cannot be shown, which is reported
   */
  async findPicture(source: string, place: ImportPlace): Promise<ResolvedPicture | null> {
    const own = await this.#takeOwn('pictures', source, place)
    const key = pictureAddressKey(source)
    if (own && (await this.#writer.findPictureOfSource(key))?.hash !== own.hash)
      await this.#writer.putPictureSource(key, own)
    const stored = own ?? (await this.#findStoredPicture(source))
    if (stored) return stored
    const url = this.#useAddress('pictures', source, place, own === null)
    return url === null ? null : { url }
  }

  /** Finds a picture only among the files in the owner's folder. */
  async findOwnPicture(source: string, place: ImportPlace): Promise<StoredPicture | null> {
    const own = await this.#takeOwn('pictures', source, place)
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
    const own = await this.#takeOwn('documents', source, place)
    const known = await this.#writer.findDocumentOfSource(source)
    if (own && known?.hash !== own.hash) await this.#writer.putPictureSource(documentSourceKey(source), own)
    const stored = own ?? known
    if (!stored) {
      const address = this.#useAddress('documents', source, place, own === null)
      return address === null ? null : { name, url: address }
    }
    const { hash, format, bytes } = stored
    this.#count('documents', hash, 'known')
    const storedUrl = documentUrl(hash, source, format)
    return before.find((other) => other.url === storedUrl && other.name === name) ?? { name, url: storedUrl, bytes }
  }

  /** @returns undefined if the owner has no such file, null if it cannot be used, which is reported */
  async #takeOwn<K extends Kind>(kind: K, source: string, place: ImportPlace): Promise<Stored[K] | null | undefined> {
    for (const folder of this.#folders[kind]) {
      const documentName = isAddress(source) ? readFileName(source) : source
      const paths = kind === 'pictures' ? folder.find(source) : folder.findFiles(documentName)
      if (paths.length === 0) continue
      const key = [kind, ...paths].join('\n')
      const known = this.#taken.get(key)
      const stored =
        known === undefined ? await this.#storeLargest(kind, folder, paths, { ...place, value: source }) : known
      this.#taken.set(key, stored)
      return stored as Stored[K] | null
    }
    return undefined
  }

  async #storeLargest(
    kind: Kind,
    folder: PictureFolder,
    paths: readonly string[],
    place: NoticePlace,
  ): Promise<StoredFile | null> {
    const leaveOut = (path: string, { fault }: Fault) =>
      this.#report.warn({ ...place, value: folder.describe(path), reason: `the ${NOUNS[kind]} was left out: ${fault}` })
    let largest: (InspectedFile & { readonly path: string }) | undefined
    const hashes = new Set<string>()
    for (const path of paths) {
      const file = await inspectFile(kind, path, readSource(folder.sourceOf(path), FILE_MAX_BYTES))
      if ('fault' in file) {
        leaveOut(path, file)
        continue
      }
      hashes.add(file.stored.hash)
      if (!largest || sizeOf(file.stored) > sizeOf(largest.stored)) largest = { ...file, path }
    }
    if (!largest) return null
    const { path, stored, content } = largest
    if (hashes.size > 1 && new Set(paths.map(dirname)).size > 1) {
      const names = paths.map((each) => `"${folder.describe(each)}"`).join(', ')
      const reason = `several ${kind} have this name (${names}); "${folder.describe(path)}" is the largest and was used`
      this.#report.warn({ ...place, reason })
    }
    const isKnown = await this.#writer.hasImage(stored.hash)
    if (!isKnown) {
      const preview = 'width' in stored ? await createPlaceholder(content) : {}
      if ('fault' in preview) {
        leaveOut(path, preview)
        return null
      }
      // A dry run needs no bytes, which would only make its transaction larger.
      const bytes = this.#report.dryRun ? NO_BYTES : content
      await this.#writer.putImage(stored.hash, { bytes, format: stored.format, ...preview })
    }
    this.#count(kind, stored.hash, isKnown ? 'known' : 'stored')
    return stored
  }

  #count(kind: Kind, hash: string, how: 'known' | 'stored'): void {
    const key = `${kind} ${hash}`
    if (!this.#counted.has(key)) this.#report[kind][how] += 1
    this.#counted.add(key)
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
   * Uses a remote address, or reports that the file is missing.
   * @param hasFile whether matching files could not be used, which was reported
   */
  #useAddress(kind: Kind, source: string, place: ImportPlace, hasFile: boolean): string | null {
    const address = completeAddress(source)
    if (hasFile && !isHttpsAddress(address)) return null
    const why = hasFile ? `the file of this ${NOUNS[kind]} cannot be used` : NO_FILE
    const usable = kind === 'pictures' ? parsePictureAddress(address)?.href : isHttpsAddress(address) && address
    if (usable) {
      const how = kind === 'pictures' ? 'pages load the picture from' : 'the page links to'
      this.#report[kind].remote.add({ ...place, value: address, reason: `${why}; ${how} its remote address` })
      return usable
    }
    const reason = isAddress(address) ? `${why}, and ${explainRejectedAddress(address)}` : why
    this.#report[kind].missing.add({ ...place, value: source, reason })
    return null
  }
}

function sizeOf(stored: StoredFile): number {
  return 'width' in stored ? stored.width * stored.height : stored.bytes
}

function explainRejectedAddress(address: string): string {
  if (!isHttpsAddress(address)) return 'pages can use https addresses only'
  return `pages cannot show a picture from the host "${new URL(address).host}": only letters, digits, dots and hyphens may be in its name`
}
