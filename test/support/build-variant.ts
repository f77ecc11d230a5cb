import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BUILD_SOURCES, PROJECT_DIR } from './folders.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Copies sources and installed packages to a folder that is deleted at the end of the scope. */
export async function copyProject(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await makeTemporaryFolder()
  for (const name of BUILD_SOURCES) await cp(join(PROJECT_DIR, name), join(folder.path, name), { recursive: true })
  await symlink(join(PROJECT_DIR, 'node_modules'), join(folder.path, 'node_modules'))
  return folder
}

/** @throws if the file does not contain the text */
export async function replaceInFile(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not contain: ${from}`)
  await writeFile(path, text.replace(from, to))
}

export interface Variant extends AsyncDisposable {
  readonly buildDir: string
}

/** @param changes replacements as [file, from, to] */
export async function buildVariant(
  changes: readonly (readonly [file: string, from: string, to: string])[],
): Promise<Variant> {
  const folder = await copyProject()
  for (const [file, from, to] of changes) await replaceInFile(join(folder.path, file), from, to)
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: folder.path })
  return { buildDir: join(folder.path, '.build'), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}
