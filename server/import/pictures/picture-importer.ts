import type { StoredPicture } from '../../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../../catalog/store/catalog-writer.ts'
import { completeAddress, isHttpsAddress, parsePictureAddress } from '../cells.ts'
import type { SourcePath } from '../files/source-path.ts'
import type { ImportPlace } from '../import-error.ts'
import type { ReportBuilder } from '../import-report.ts'
import { inspectPicture, createPlaceholder, type Fault } from './inspect-picture.ts'
import type { PictureFolder } from './picture-folder.ts'
import { isAddress, pictureAddressKey } from './picture-name.ts'

export type ResolvedPicture = StoredPicture | { readonly url: string }

const NO_FILE = 'no file has this name'
const NO_BYTES = new Uint8Array()

export class PictureImporter {
  readonly #writer: CatalogWriter
  readonly #folder: PictureFolder | undefined
  readonly #report: ReportBuilder
  /** Pictures by the folder's list of matching files, which the folder reuses. */
  readonly #byFiles = new Map<readonly string[], StoredPicture | null>()
  readonly #byPath = new Map<string, StoredPicture | null>()
  readonly #countedHashes = new Set<string>()

  constructor(writer: CatalogWriter, folder: PictureFolder | undefined, report: ReportBuilder) {
    this.#writer = writer
    this.#folder = folder
    this.#report = report
  }

  /**
   * Looks in the owner's files and the pictures of earlier imports; a picture that is in none stays at its remote
   * address.
   * @param source an address or a file name
   * @returns null if the picture cannot be shown, which is reported
   */
  async find(source: string, place: ImportPlace): Promise<ResolvedPicture | null> {
    const paths = this.#listFiles(source)
    const taken = await this.#storeBestFile(paths, source, place)
    if (taken) await this.#recordSource(source, taken)
    const known = taken ?? (await this.#findStoredSource(source))
    if (known) return known
    const fetched = await this.#findFetched(source)
    return fetched ?? this.#useAddressUnlessRejected(source, place, paths.length > 0)
  }

  /** Finds a picture only among the files in the owner's folder. */
  async findFile(source: string, place: ImportPlace): Promise<StoredPicture | null> {
    const paths = this.#listFiles(source)
    if (paths.length === 0)
      this.#report.pictures.missing.add({
        ...place,
        value: source,
        reason: `${NO_FILE}; add the file to the pictures, or correct the name`,
      })
    return this.#storeBestFile(paths, source, place)
  }

  /** If no picture matches, files in unsupported formats are listed, to be reported. */
  #listFiles(source: string): readonly string[] {
    const paths = this.#folder?.find(source) ?? []
    return paths.length > 0 ? paths : (this.#folder?.findUnsupported(source) ?? [])
  }

  async #storeBestFile(paths: readonly string[], source: string, place: ImportPlace): Promise<StoredPicture | null> {
    const [path] = paths
    if (path === undefined) return null
    let found = this.#byFiles.get(paths)
    if (found === undefined) {
      found = paths.length === 1 ? await this.#storeOnce(path, place) : await this.#storeLargest(paths, source, place)
      this.#byFiles.set(paths, found)
    }
    return found
  }

  async #storeOnce(path: string, place: ImportPlace): Promise<StoredPicture | null> {
    let found = this.#byPath.get(path)
    if (found === undefined) {
      const stored = await this.#storeFile(this.#sourceOf(path))
      found = 'fault' in stored ? this.#rejectFile(path, stored.fault, place) : stored
      this.#byPath.set(path, found)
    }
    return found
  }

  async #storeLargest(paths: readonly string[], source: string, place: ImportPlace): Promise<StoredPicture | null> {
    let largest: { path: string; pixels: number; hash: string } | undefined
    const hashes = new Set<string>()
    for (const path of paths) {
      const picture = await inspectPicture(this.#sourceOf(path))
      if ('fault' in picture) {
        this.#rejectFile(path, picture.fault, place)
        continue
      }
      hashes.add(picture.hash)
      const pixels = picture.width * picture.height
      if (!largest || pixels > largest.pixels) largest = { path, pixels, hash: picture.hash }
    }
    if (!largest) return null
    const folders = new Set(paths.map((path) => path.replace(/[^/\\]*$/, '')))
    if (hashes.size > 1 && folders.size > 1) {
      const names = paths.map((path) => `"${this.#describe(path)}"`).join(', ')
      const chosen = this.#describe(largest.path)
      this.#report.warn({
        ...place,
        value: source,
        reason: `several pictures have this name (${names}); "${chosen}" is the largest and was used`,
      })
    }
    return this.#storeOnce(largest.path, place)
  }

  async #storeFile(source: SourcePath): Promise<StoredPicture | Fault> {
    const picture = await inspectPicture(source)
    if ('fault' in picture) return picture
    const { hash, format, width, height, bytes } = picture
    const isKnown = await this.#writer.hasImage(hash)
    if (!isKnown) {
      const result = await createPlaceholder(picture)
      if ('fault' in result) return result
      // A dry run needs no bytes, which would only make its transaction larger.
      await this.#writer.putImage(hash, { bytes: this.#report.dryRun ? NO_BYTES : bytes, format, ...result })
    }
    this.#count(hash, isKnown ? 'known' : 'stored')
    return { hash, format, width, height }
  }

  /** Finds a picture by its source in earlier imports, whose folder this import may lack. */
  async #findStoredSource(source: string): Promise<StoredPicture | undefined> {
    const picture = await this.#writer.findPictureOfSource(pictureAddressKey(source))
    if (picture) this.#count(picture.hash, 'known')
    return picture
  }

  /** Fetched pictures are known by the complete address. */
  async #findFetched(source: string): Promise<StoredPicture | undefined> {
    const url = parsePictureAddress(completeAddress(source))
    return url && url.href !== source ? this.#findStoredSource(url.href) : undefined
  }

  async #recordSource(source: string, picture: StoredPicture): Promise<void> {
    const key = pictureAddressKey(source)
    const known = await this.#writer.findPictureOfSource(key)
    if (known?.hash !== picture.hash) await this.#writer.putPictureSource(key, picture)
  }

  #count(hash: string, how: 'known' | 'stored'): void {
    if (!this.#countedHashes.has(hash)) this.#report.pictures[how] += 1
    this.#countedHashes.add(hash)
  }

  #rejectFile(path: string, fault: string, place: ImportPlace): null {
    this.#report.warn({ ...place, value: this.#describe(path), reason: `the picture was left out: ${fault}` })
    return null
  }

  #sourceOf(path: string): SourcePath {
    return this.#folder?.sourceOf(path) ?? { path, folder: null }
  }

  #describe(path: string): string {
    return this.#folder?.describe(path) ?? path
  }

  /** @param hasFile whether matching files could not be used, which was reported */
  #useAddressUnlessRejected(source: string, place: ImportPlace, hasFile: boolean): ResolvedPicture | null {
    if (hasFile && !isHttpsAddress(completeAddress(source))) return null
    return this.#useAddress(source, place, hasFile ? 'the file of this picture cannot be used' : NO_FILE)
  }

  /** Uses the remote address if pages can show the picture from there. */
  #useAddress(source: string, place: ImportPlace, why: string): ResolvedPicture | null {
    const address = completeAddress(source)
    const url = parsePictureAddress(address)
    if (url) {
      this.#report.pictures.remote.add({
        ...place,
        value: address,
        reason: `${why}; pages load the picture from its remote address`,
      })
      return { url: url.href }
    }
    this.#report.pictures.missing.add({
      ...place,
      value: source,
      reason: isAddress(address) ? `${why}, and ${explainRejectedAddress(address)}` : why,
    })
    return null
  }
}

function explainRejectedAddress(address: string): string {
  if (!isHttpsAddress(address)) return 'pages can show pictures from https addresses only'
  return `pages cannot show a picture from the host "${new URL(address).host}": only letters, digits, dots and hyphens may be in its name`
}
