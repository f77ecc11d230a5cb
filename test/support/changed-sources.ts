import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

type Change = readonly [file: string, from: string, to: string]

/**
 * What the build `changed` differs in. One message that no server renders gives nearly all
 * chunks other names, as in a later version; the
 * contact page cannot be rendered in the browser; the about page has middleware, and the page of categories an unknown
 * one.
 */
export const CHANGES: readonly Change[] = [
  ['shared/messages/en.ts', "addressCopied: 'The link has been copied.'", "addressCopied: 'Copied.'"],
  [
    'client/pages/contact/page.tsx',
    "export function Page({ data }: PageProps<'contact'>) {",
    `export function Page({ data }: PageProps<'contact'>) {
  if (typeof window === 'object') throw new Error('broken on purpose')`,
  ],
  [
    'shared/routes.ts',
    "about: { path: '/about' }",
    "about: { path: '/about', middleware: ['guard'] }, category: { path: '/category', middleware: ['nobody'] }",
  ],
  ['shared/routes.ts', "  category: { path: '/category' },\n", ''],
  [
    'shared/route-middleware.ts',
    "  'valid-slugs':",
    `  guard: ({ search }) => {
    if (search === '?stay') return 'abort'
    if (search === '?away') return { redirectTo: '/products?sort=name#main' }
    if (search === '?loop') return { redirectTo: '/about?loop' }
    if (search === '?allowed') return { redirectTo: 'https://elsewhere.example/', external: true }
    if (search === '?members') throw new HttpError(403, 'Members only', { fatal: false })
    return undefined
  },
  'valid-slugs':`,
  ],
]
