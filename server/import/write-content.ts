import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { type readCategoriesFile, writeCategories } from './categories-file.ts'
import { keepAmounts, mayKeepAmounts, rejectStalePrices } from './currency-change.ts'
import type { FileImporter } from './file-importer.ts'
import type { ReportBuilder } from './import-report.ts'
import { type ProductsFile, writeProductsFile } from './products-file.ts'
import type { ReadList } from './lists/owner-list.ts'
import type { ImportOptions } from './run-import.ts'
import { checkSite } from './site-check.ts'
import { type SiteFiles, writeSite } from './site-files.ts'
import { rejectOldTexts } from './site-languages.ts'

export interface Content {
  /** Position for errors about the currency. */
  readonly place: string
  readonly site: SiteFiles
  readonly lists?: readonly ReadList[]
  readonly categories?: Awaited<ReturnType<typeof readCategoriesFile>> | undefined
  readonly products?: ProductsFile | undefined
  /** Tables by the key of the further language. */
  readonly translations?: ReadonlyMap<string, ProductsFile> | undefined
}

/** Writes the parts of an import in the order in which they refer to each other. */
export async function writeContent(
  content: Content,
  writer: CatalogWriter,
  files: FileImporter,
  options: ImportOptions,
  report: ReportBuilder,
): Promise<void> {
  const { place, site, lists = [], categories, products } = content
  const before = await writer.readSite()
  report.siteFields = await writeSite(site, writer, files, report)
  const { currency, keepRemotePictures = false } = await writer.readSite()
  report.keepsRemotePictures = keepRemotePictures
  const keepsAmounts = mayKeepAmounts(before, currency, options.keepAmounts)
  if (keepsAmounts) report.keptAmounts = await keepAmounts(writer, currency, place)
  for (const list of lists) if (!list.followsProducts) await list.store(writer, report)
  if (categories) await writeCategories(categories, writer, files, report)
  if (products) await writeProductsFile(products, writer, files, options, report)
  for (const [language, file] of content.translations ?? [])
    await writeProductsFile(file, writer, files, { ...options, prune: false, language }, report)
  for (const list of lists) if (list.followsProducts) await list.store(writer, report)
  if (currency !== before.currency && !keepsAmounts) await rejectStalePrices(writer, currency, place)
  const brought = report.shownProducts
  await rejectOldTexts(writer, { before, listed: site.settings.languages, brought, file: place })
  await checkSite(site, writer, report)
}
