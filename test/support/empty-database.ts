import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStores } from '../../server/site.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

let template: Promise<Buffer> | undefined

/** Writes an empty database unless the file exists. Copying a template is faster than all migrations. */
export async function writeEmptyDatabase(path: string): Promise<void> {
  const bytes = await (template ??= buildTemplate())
  if (!existsSync(path)) writeFileSync(path, bytes, { mode: 0o600 })
}

async function buildTemplate(): Promise<Buffer> {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  {
    await using _stores = await openStores({ kind: 'sqlite', path })
  }
  return readFileSync(path)
}
