import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogStore } from '../../store/catalog-store.ts'
import { documentSourceKey, readFileName } from '../../catalog/document-files.ts'
import { completeAddress, copyText } from '../cells.ts'
import { type DownloadRules, findForbidden, PUBLIC_RULES } from '../files/request-address.ts'
import type { SourcePath } from '../files/source-path.ts'
import { ReportBuilder } from '../import-report.ts'
import { listDocumentSources, listSources } from '../lookup-keys.ts'
import type { ChosenTable } from '../mapping/choose-mapping.ts'
import { openProductsFile } from '../products-file.ts'
import { listTextPictures } from '../resolve-text-pictures.ts'
import type { ImportOptions } from '../run-import.ts'
import { describeDownloadError, downloadPicture } from './download-picture.ts'
import type { Fault } from './inspect-picture.ts'
import type { PictureFolder } from './picture-folder.ts'
import { isAddress, pictureAddressKey } from './picture-name.ts'

/** Folders of the owner, whose files need no download. */
export interface OwnFolders {
  readonly pictures: PictureFolder | undefined
  readonly documents: readonly PictureFolder[]
}

const CONCURRENCY = 6

/** A file or the reason why there is none; `planned` in a dry run, which fetches nothing. */
export type Download = { readonly path: string } | Fault | 'planned'

export class PictureDownloads implements AsyncDisposable {
  readonly #folder: string | null
  readonly #byAddress: ReadonlyMap<string, Download>

  constructor(folder: string | null, byAddress: ReadonlyMap<string, Download>) {
    this.#folder = folder
    this.#byAddress = byAddress
  }

  /** @param key of the address */
  find(key: string): Download | undefined {
    return this.#byAddress.get(key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true })
  }
}

/**
 * Downloads the pictures and documents of a products file that are neither known nor in the owner's folders, before the
 * import's transaction, which must not wait for other servers. A dry run only lists them.
 * @returns undefined if the options ask for no downloads
 * @throws ImportError if the file cannot be used
 */
export async function fetchPictures(
  store: CatalogStore,
  productsFile: SourcePath,
  options: ImportOptions,
  own: OwnFolders,
  chosen?: ChosenTable,
): Promise<PictureDownloads | undefined> {
  if (!options.fetchImages) return undefined
  const rules = options.downloadRules ?? PUBLIC_RULES
  const addresses = await listUnknownAddresses(store, productsFile, options, own, chosen)
  if (options.dryRun) return new PictureDownloads(null, planDownloads(addresses, rules))
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
  const byAddress = new Map<string, Download>()
  const queue = addresses.entries()
  const work = async () => {
    for (const [key, address] of queue) {
      const path = join(folder, String(byAddress.size))
      // Added before the download, so that the next file gets another number.
      byAddress.set(key, { path })
      const fault = await downloadPicture(address, path, rules).then(() => undefined, describeDownloadError)
      if (fault !== undefined) byAddress.set(key, { fault })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return new PictureDownloads(folder, byAddress)
}

function planDownloads(addresses: ReadonlyMap<string, string>, rules: DownloadRules): ReadonlyMap<string, Download> {
  const plan = ([key, address]: readonly [string, string]): [string, Download] => {
    const fault = findForbidden(new URL(address), rules)
    return [key, fault === undefined ? 'planned' : { fault }]
  }
  return new Map([...addresses].map(plan))
}

async function listUnknownAddresses(
  store: CatalogStore,
  file: SourcePath,
  options: ImportOptions,
  own: OwnFolders,
  chosen: ChosenTable | undefined,
): Promise<ReadonlyMap<string, string>> {
  // The import reads the file again and reports its problems.
  const products = (await openProductsFile(file, options, new ReportBuilder(file.path), chosen)).takeProducts()
  const addresses = new Map<string, string>()
  await store.read(async (reader) => {
    const { currency, locale, timeZone } = await reader.readSite()
    const context = { currency, locale, timeZone, now: Date.now(), stored: reader, languages: [], onRows: () => {} }
    for await (const { draft } of products.readDrafts(context)) {
      if (!draft || draft.onlyTranslates) continue
      for (const source of options.language ? listTextPictures(draft) : listSources(draft)) {
        const address = completeAddress(source)
        if (!isAddress(address) || !URL.canParse(address) || own.pictures?.find(source).length) continue
        const key = pictureAddressKey(source)
        if (!addresses.has(key) && !(await reader.findPictureOfSource(key)))
          addresses.set(copyText(key), copyText(address))
      }
      for (const address of options.language ? [] : listDocumentSources(draft)) {
        if (
          !isAddress(address) ||
          !URL.canParse(address) ||
          own.documents.some((folder) => folder.findFiles(readFileName(address)).length)
        )
          continue
        const key = documentSourceKey(address)
        if (!addresses.has(key) && !(await reader.findDocumentOfSource(address)))
          addresses.set(copyText(key), copyText(address))
      }
    }
  })
  return addresses
}
