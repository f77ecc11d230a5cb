import { createHash } from 'node:crypto'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../../server/catalog/store/catalog-writer.ts'

type FileFormat = Parameters<CatalogWriter['putImage']>[1]['format']

/** Stores a picture, font or document. @returns its hash */
export async function storeFile(store: CatalogStore, content: string | Buffer, format: FileFormat): Promise<string> {
  const bytes = Buffer.from(content)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await store.write((writer) => writer.putImage(hash, { bytes, format }))
  return hash
}
