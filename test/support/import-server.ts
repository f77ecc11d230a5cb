import { pino } from 'pino'
import type { Stores } from '../../server/databases/open-stores.ts'
import { startImportServer } from '../../server/import-api/import-server.ts'
import { createImportRunner, type RunImport } from '../../server/import-api/run-import-process.ts'
import { COMPILE_CACHE_DIR } from './folders.ts'
import { readPaths } from './test-settings.ts'

/** Creates a function that imports files in processes of their own. @param settings of the database */
export function createTestRunner(settings: Readonly<Record<string, string>>): RunImport {
  return createImportRunner({ ...readPaths(), NODE_COMPILE_CACHE: COMPILE_CACHE_DIR, ...settings })
}

/** Starts the server for pushed files on a free port. @param settings of the database for the processes that import */
export async function startTestImportServer(
  stores: Pick<Stores, 'background'>,
  settings: Readonly<Record<string, string>>,
  { maxBytes = 2 ** 20, runImport }: { maxBytes?: number; runImport?: RunImport } = {},
) {
  const lines: Record<string, unknown>[] = []
  const results: string[] = []
  const server = await startImportServer(
    { host: '127.0.0.1', port: 0 },
    {
      ...stores,
      logger: pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
      countPush: (result) => results.push(result),
      runImport: runImport ?? createTestRunner(settings),
      maxBytes,
    },
  )
  return { address: server.url, lines, results, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
