import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogStore } from '../../store/catalog-store.ts'
import { completeAddress, copyText } from '../cells.ts'
import type { DraftProduct } from '../draft-product.ts'
import type { SourcePath } from '../files/source-path.ts'
import { ReportBuilder } from '../import-report.ts'
import { listTextPictures } from '../resolve-text-pictures.ts'
import { openProductsFile } from '../products-file.ts'
import type { ImportOptions } from '../run-import.ts'
import { downloadPicture, PUBLIC_RULES } from './download-picture.ts'
import type { Fault } from './inspect-picture.ts'
import type { PictureFolder } from './picture-folder.ts'
import { isAddress, pictureAddressKey } from './picture-name.ts'

const CONCURRENCY = 6

export type Download = { readonly path: string } | Fault

export class PictureDownloads implements AsyncDisposable {
  readonly #folder: string
  readonly #byAddress: ReadonlyMap<string, Download>

  constructor(folder: string, byAddress: ReadonlyMap<string, Download>) {
    this.#folder = folder
    this.#byAddress = byAddress
  }

  find(source: string): Download | undefined {
    return this.#byAddress.get(pictureAddressKey(source))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/**
 * Downloads each picture that a products file names by address, except those known from earlier imports or found in
 * the owner's folder. This happens before the import's transaction, which must not wait for other servers.
 * @returns undefined if the options ask for no downloads
 * @throws ImportError if the file cannot be used
 */
export async function fetchPictures(
  store: CatalogStore,
  productsFile: SourcePath,
  options: ImportOptions,
  own: PictureFolder | undefined,
): Promise<PictureDownloads | undefined> {
  if (!options.fetchImages || options.dryRun) return undefined
  const rules = options.downloadRules ?? PUBLIC_RULES
  const addresses = await listUnknownAddresses(store, productsFile, options, own)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
  const byAddress = new Map<string, Download>()
  const queue = addresses.entries()
  const work = async () => {
    for (const [key, address] of queue) {
      const path = join(folder, String(byAddress.size))
      // The entry is added before the download starts, so that the next file gets another number.
      byAddress.set(key, { path })
      const fault = await downloadPicture(address, path, rules).then(() => undefined, describe)
      if (fault !== undefined) byAddress.set(key, { fault })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return new PictureDownloads(folder, byAddress)
}

async function listUnknownAddresses(
  store: CatalogStore,
  file: SourcePath,
  options: ImportOptions,
  own: PictureFolder | undefined,
): Promise<ReadonlyMap<string, string>> {
  // This report is discarded, because the import reads the file again and reports its problems.
  const products = (await openProductsFile(file, options, new ReportBuilder(file.path))).takeProducts()
  const addresses = new Map<string, string>()
  await store.read(async (reader) => {
    const { currency, locale, timeZone } = await reader.readSite()
    const context = { currency, locale, timeZone, now: Date.now(), stored: reader, onRows: () => {} }
    for await (const { draft } of products.readDrafts(context)) {
      for (const source of draft ? listSources(draft) : []) {
        const address = completeAddress(source)
        if (!isAddress(address) || !URL.canParse(address) || own?.find(source).length) continue
        const key = pictureAddressKey(source)
        if (!addresses.has(key) && !(await reader.findPictureOfSource(key)))
          addresses.set(copyText(key), copyText(address))
      }
    }
  })
  return addresses
}

function listSources(draft: DraftProduct): readonly string[] {
  const images = [...(draft.images ?? []), ...draft.variants.map(({ image }) => image)]
  return [...images.flatMap((image) => image?.source ?? []), ...listTextPictures(draft)]
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError' || error.name === 'AbortError'
    ? 'the download took longer than 30 s'
    : error.message
}
