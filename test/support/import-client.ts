import { execFileSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_DIR } from './folders.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** The client's part for `importFile`. */
export interface ImportClient {
  readonly defaults: { baseUrl: string; headers: Record<string, string> }
  readonly importFile: (
    body: Blob,
    parameters?: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<{ readonly status: number; readonly headers: Headers; readonly data: ImportClientData }>
}

type ImportClientData = Readonly<Record<string, unknown>>

/** Generates and loads a client for the OpenAPI file. */
export async function generateImportClient(): Promise<ImportClient> {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'client.ts')
  execFileSync(join(PROJECT_DIR, 'node_modules/.bin/oazapfts'), ['server/import-api/openapi.json', path], {
    cwd: PROJECT_DIR,
  })
  await symlink(join(PROJECT_DIR, 'node_modules'), join(folder.path, 'node_modules'))
  return (await import(path)) as ImportClient
}
