import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './folders.ts'

export const DOCUMENTS = [
  'README.md',
  '.github/CONTRIBUTING.md',
  '.github/CHANGELOG.md',
  '.github/SECURITY.md',
  'client/README.md',
  'server/catalog/README.md',
  'server/commands/README.md',
  'server/deploy/README.md',
  'server/enquiries/README.md',
  'server/import/README.md',
  'server/platform/README.md',
  'server/web/README.md',
  'shared/README.md',
  'test/README.md',
  'test/bench/README.md',
] as const

export function readDocument(path: (typeof DOCUMENTS)[number]): string {
  return readFileSync(join(PROJECT_DIR, path), 'utf8')
}

/**
 * Reads the rows of tables below a heading whose first column has this name.
 * @param heading including its `#` characters
 */
export function readTables(
  path: (typeof DOCUMENTS)[number],
  heading: string,
  firstColumn: string,
): readonly (readonly string[])[] {
  const [, section = ''] = readDocument(path).split(`\n${heading}\n`)
  const own = section.split(/\n#{1,4} /)[0]!
  const tables = own.split(new RegExp(`^\\| ${firstColumn} \\|.*\\n.*\\n`, 'm')).slice(1)
  return tables.flatMap((table) =>
    table
      .split('\n\n')[0]!
      .trim()
      .split('\n')
      .map((row) => row.slice(2, -2).split(' | ')),
  )
}
