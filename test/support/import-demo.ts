import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { fillWithDemo } from '../../server/import/demo/fill-with-demo.ts'
import { createLogger } from '../../server/platform/log.ts'
import { PROJECT_DIR } from './folders.ts'
import { openSqliteStore } from './open-stores.ts'

/** Imports the demo into a new database. */
export async function importDemo(path: string): Promise<void> {
  const store = await openSqliteStore(path)
  await fillWithDemo(store, PROJECT_DIR, createLogger({ logLevel: 'silent' }))
  await store.close()
  await makePicturesSmall(path)
}

/** With the demo's own pictures, tests would mostly resize. */
async function makePicturesSmall(databasePath: string): Promise<void> {
  const small = await sharp({ create: { width: 64, height: 80, channels: 3, background: '#8a7f6d' } })
    .webp()
    .toBuffer()
  const database = new DatabaseSync(databasePath)
  database.prepare('UPDATE image SET bytes = ?').run(small)
  database.close()
}
