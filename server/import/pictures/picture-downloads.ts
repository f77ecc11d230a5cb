import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogStore } from '../../store/catalog-store.ts'
import { completeAddress } from '../cells.ts'
import type { DraftProduct } from '../draft-product.ts'
import { ReportBuilder } from '../import-report.ts'
import { listTextPictures } from '../resolve-text-pictures.ts'
import { openProductsFile } from '../products-file.ts'
import type { ImportOptions } from '../run-import.ts'
import { downloadPicture, PUBLIC_RULES } from './download-picture.ts'
import type { Fault } from './inspect-picture.ts'
import type { PictureFolder } from './picture-folder.ts'
import { isAddress, pictureAddressKey } from './picture-name.ts'

/** So many servers answer at the same time. */
const CONCURRENCY = 6

/** What became of one address. */
export type Download = { readonly path: string } | Fault

/** The pictures of a file that were fetched before its import, which must not wait for other people's servers. Gone at the end of the scope. */
export class PictureDownloads implements AsyncDisposable {
  readonly #folder: string
  readonly #byAddress: ReadonlyMap<string, Download>

  private constructor(folder: string, byAddress: ReadonlyMap<string, Download>) {
    this.#folder = folder
    this.#byAddress = byAddress
  }

  /**
   * Reads a file of products, and fetches the pictures that it names by address, each once: not those that an earlier import
   * knows, nor those that lie in the owner's folder.
   * @throws ImportError where the file cannot be used
   */
  static async fetch(
    store: CatalogStore,
    productsPath: string,
    options: ImportOptions,
    own: PictureFolder | undefined,
  ): Promise<PictureDownloads> {
    const rules = options.downloadRules ?? PUBLIC_RULES
    const addresses = await listUnknownAddresses(store, productsPath, options, own)
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
    const byAddress = new Map<string, Download>()
    const waiting = [...addresses].values()
    const work = async () => {
      for (const [key, address] of waiting) {
        const path = join(folder, String(byAddress.size))
        // The place is taken before anything is waited for.
        byAddress.set(key, { path })
        const fault = await downloadPicture(address, path, rules).then(() => undefined, describe)
        if (fault !== undefined) byAddress.set(key, { fault })
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    return new PictureDownloads(folder, byAddress)
  }

  find(source: string): Download | undefined {
    return this.#byAddress.get(pictureAddressKey(source))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** The pictures that an import is to fetch; undefined where it is to fetch none. */
export async function fetchPictures(
  store: CatalogStore,
  productsPath: string,
  options: ImportOptions,
  own: PictureFolder | undefined,
): Promise<PictureDownloads | undefined> {
  return options.fetchImages && !options.dryRun ? PictureDownloads.fetch(store, productsPath, options, own) : undefined
}

async function listUnknownAddresses(
  store: CatalogStore,
  path: string,
  options: ImportOptions,
  own: PictureFolder | undefined,
): Promise<ReadonlyMap<string, string>> {
  // What is wrong with the file is reported by its import.
  const products = (await openProductsFile(path, options, new ReportBuilder(path))).takeProducts()
  const addresses = new Map<string, string>()
  await store.read(async (reader) => {
    const { currency, locale, timeZone } = await reader.readSite()
    for await (const { draft } of products.readDrafts({
      currency,
      locale,
      timeZone,
      now: Date.now(),
      stored: reader,
      onRows: () => {},
    })) {
      for (const source of draft ? listSources(draft) : []) {
        const address = completeAddress(source)
        if (!isAddress(address) || !URL.canParse(address) || own?.find(source).length) continue
        const key = pictureAddressKey(source)
        if (!addresses.has(key) && !(await reader.findPictureOfSource(key))) addresses.set(key, address)
      }
    }
  })
  return addresses
}

/** Whatever a draft names as a picture: in its gallery, of its variants, in its texts. */
function listSources(draft: DraftProduct): readonly string[] {
  const images = [...(draft.images ?? []), ...draft.variants.map(({ image }) => image)]
  return [...images.flatMap((image) => image?.source ?? []), ...listTextPictures(draft)]
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'it took too long' : error.message
}
