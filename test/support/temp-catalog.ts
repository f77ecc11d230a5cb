import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Product } from '../../shared/catalog.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { importFile, importFolder } from '../../server/import/import-catalog.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { writeEmptyDatabase } from './empty-database.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { openSqliteStore } from './open-stores.ts'

/** A store in a temporary folder, until the end of the scope. */
export interface TempCatalog extends AsyncDisposable {
  readonly dir: string
  readonly databasePath: string
  readonly store: CatalogStore
  /** @returns the file's path */
  write(name: string, content: string | Uint8Array): Promise<string>
  importText(text: string | Uint8Array, options?: ImportOptions): Promise<ImportReport>
  /** Imports the folder `content` with these files and those of earlier calls. */
  importContent(files: Readonly<Record<string, string | Uint8Array>>, options?: ImportOptions): Promise<ImportReport>
  /** Reads a product of any visibility. */
  readProduct(slug: string): Promise<Product | undefined>
}

export async function openTempCatalog(): Promise<TempCatalog> {
  const folder = await makeTemporaryFolder()
  const dir = folder.path
  const databasePath = join(dir, 'data', 'vitrine.db')
  await mkdir(dirname(databasePath))
  await writeEmptyDatabase(databasePath)
  const store = await openSqliteStore(databasePath)
  const write = async (name: string, content: string | Uint8Array) => {
    const path = join(dir, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    return path
  }
  return {
    dir,
    databasePath,
    store,
    write,
    async importText(text, options) {
      return importFile(store, await write('products.csv', text), options)
    },
    async importContent(files, options) {
      for (const [name, content] of Object.entries(files)) await write(join('content', name), content)
      return importFolder(store, join(dir, 'content'), options)
    },
    readProduct: (slug) => store.write((writer) => writer.findProduct(slug)),
    async [Symbol.asyncDispose]() {
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
