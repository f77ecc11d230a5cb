import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores, type Stores } from '../../server/site.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { createTestDatabase } from './test-database.ts'
import { COMPILE_CACHE_DIR } from './folders.ts'

export const DATABASE_KINDS = ['sqlite', 'postgres'] as const

interface OpenedDatabase extends AsyncDisposable {
  readonly folder: string
  /** The settings of a process that uses it. */
  readonly settings: Readonly<Record<string, string>>
  readonly open: () => Promise<Stores>
  /**
   * Starts a process that is killed at the end of the scope. Its arguments are the PostgreSQL address or an empty text,
   * the data folder, and those given here.
   */
  readonly startProcess: (script: string, ...args: readonly string[]) => AsyncDisposable
}

export async function openDatabase(kind: (typeof DATABASE_KINDS)[number]): Promise<OpenedDatabase> {
  const folder = await makeTemporaryFolder()
  const database = kind === 'postgres' ? await createTestDatabase({ hasTables: true }) : undefined
  const settings = readDatabaseSettings(database?.url, folder.path, { setting: 'DATABASE_URL' })
  return {
    folder: folder.path,
    settings: { DATA_DIR: folder.path, ...(database && { DATABASE_URL: database.url }) },
    open: () => openStores(settings),
    startProcess(script, ...args) {
      const child = spawn(process.execPath, [script, database?.url ?? '', folder.path, ...args], {
        stdio: 'inherit',
        // A killed process leaves its temporary files behind.
        env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR, TMPDIR: folder.path },
      })
      const ended = once(child, 'exit')
      return {
        async [Symbol.asyncDispose]() {
          child.kill('SIGKILL')
          await ended
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await database?.[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}
