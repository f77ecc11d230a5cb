import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { CHANGES, copyProject, replaceInFile } from './changed-sources.ts'
import {
  BUILD_SOURCES,
  CHANGED_BUILD_DIR,
  DEVELOPMENT_BUILD_DIR,
  PRODUCTION_BUILD_DIR,
  PROJECT_DIR,
} from './folders.ts'
import { takeOffer } from './offer.ts'

export type BuildKind = 'production' | 'development' | 'changed'

const BUILD_DIRS = {
  production: PRODUCTION_BUILD_DIR,
  development: DEVELOPMENT_BUILD_DIR,
  changed: CHANGED_BUILD_DIR,
} as const

/** Waits until a build is complete. @returns its folder */
export function useBuild(kind: BuildKind): Promise<string> {
  return (requested[kind] ??= takeOffer<string>(inject('offers')[kind]))
}

const requested: Partial<Record<BuildKind, Promise<string>>> = {}

/** Builds unless the last build was of the same sources. @returns its folder */
export async function build(kind: BuildKind): Promise<string> {
  const folder = BUILD_DIRS[kind]
  await makeOnce(folder, await hashSources(), async () => {
    const args = ['build.mjs', ...(kind === 'development' ? ['--development'] : []), '--out', folder]
    await using copy = kind === 'changed' ? await copyProject() : undefined
    if (copy) for (const [file, from, to] of CHANGES) await replaceInFile(join(copy.path, file), from, to)
    await promisify(execFile)(process.execPath, args, { cwd: copy?.path ?? PROJECT_DIR })
  })
  return folder
}

/** Fills a folder, unless it was last filled with the same key. */
export async function makeOnce(folder: string, key: string, fill: () => Promise<void>): Promise<void> {
  const record = join(folder, 'sources.sha256')
  if (existsSync(record) && (await readFile(record, 'utf8')) === key) return
  // If filling fails, the folder has no record.
  await rm(record, { force: true })
  await fill()
  await writeFile(record, key)
}

/** Hashes what a build is made from, and further files. */
export async function hashSources(...others: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(JSON.stringify(CHANGES))
  for (const source of [...BUILD_SOURCES, 'package-lock.json', ...others]) {
    const path = join(PROJECT_DIR, source)
    const files = source.includes('.') ? [path] : await listFiles(path)
    for (const file of files) hash.update(`\0${file}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
