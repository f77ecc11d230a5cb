import type { Product } from '../../shared/catalog.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'

/** Reads the catalogue without its pictures. */
export function readCatalog(store: CatalogStore) {
  return store.read(async (reader) => {
    const products: Product[] = []
    for await (const product of reader.scanProducts()) products.push(product)
    return {
      products,
      categories: await reader.listCategories(),
      site: await reader.readSite(),
      synonyms: await reader.readList('synonyms'),
      attributes: await reader.readList('attributes'),
      companies: await reader.readList('companies'),
      redirects: await reader.readList('redirects'),
    }
  })
}
