import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../../server/platform/settings/database-settings.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'
import type { FixedResponse } from './limits/fixed-response.ts'
import type { Contestant } from './measure-case.ts'
import { startPinned, type PinnedProcess } from './pinned-process.ts'

const SITE_URL = 'https://shop.example'

export interface ServerOptions {
  readonly productCount: number
  readonly databasePath: string
  /** Folder for temporary files, such as logs. */
  readonly folder: string
  /** Settings that differ from the defaults. */
  readonly environment?: Readonly<Record<string, string>>
}

interface VitrineBuild {
  readonly name: string
  readonly projectDir: string
  readonly command: readonly string[]
}

const THIS_BUILD: VitrineBuild = {
  name: 'Vitrine',
  projectDir: PROJECT_DIR,
  command: [join(PRODUCTION_BUILD_DIR, 'server', 'main.js')],
}

/** Starts Vitrine as `npm start` does. A request may wait 10 s for a render slot, so that none gets a 503. */
export async function startVitrine(
  { productCount, databasePath, folder, environment: given }: ServerOptions,
  { name, projectDir, command }: VitrineBuild = THIS_BUILD,
): Promise<Contestant & { readonly logPath: string }> {
  const dataDir = join(folder, `data-${productCount}`)
  mkdirSync(dataDir)
  symlinkSync(databasePath, join(dataDir, DATABASE_FILE))
  const logPath = join(folder, `vitrine-${productCount}.log`)
  const { flags, environment: started } = readStart(projectDir)
  const environment = {
    ...started,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'false',
    // The pictures of the generated catalogue do not exist.
    DATA_DIR: dataDir,
    SITE_URL,
    RENDER_WAIT_MS: '10000',
    ...given,
  }
  return {
    ...enter(name, productCount, await startPinned([...flags, ...command], environment, logPath, projectDir)),
    logPath,
  }
}

/** @param program path of the bundle of `limits/bare-render.tsx` */
export async function startBareRender(
  program: string,
  { productCount, databasePath, folder }: ServerOptions,
): Promise<Contestant> {
  const { flags, environment } = readStart(PROJECT_DIR)
  return enter(
    'bare render',
    productCount,
    await startPinned(
      [...flags, program, databasePath],
      { ...environment, SITE_URL },
      join(folder, `bare-render-${productCount}.log`),
    ),
  )
}

/** The server sends the same response to every request, with `node:http` alone or with Express. */
export async function startFixedResponse(
  response: FixedResponse,
  { productCount, folder }: Pick<ServerOptions, 'productCount' | 'folder'>,
  program: 'fixed-response.ts' | 'express-response.ts' = 'fixed-response.ts',
): Promise<Contestant> {
  const path = join(folder, 'response.json')
  writeFileSync(path, JSON.stringify(response))
  const command = [join(import.meta.dirname, 'limits', program), path]
  return enter(program, productCount, await startPinned(command, {}, join(folder, `${program}.log`)))
}

/** The Dockerfile has the same options and variables as `npm start`. */
export function readStart(projectDir: string): {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
} {
  const [, name, value, command] = /^ENV (\w+)=(\d+)\nCMD (\[.+\])$/m.exec(
    readFileSync(join(projectDir, 'Dockerfile'), 'utf8'),
  )!
  return {
    flags: (JSON.parse(command!) as string[]).filter((word) => word.startsWith('--')),
    environment: { [name!]: value! },
  }
}

function enter(name: string, productCount: number, process: PinnedProcess): Contestant {
  return { name, process, productCount, requestCount: 0, responseCount: 0 }
}
