import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Finds the project's folder, from a source folder or that of a bundle.
 * @throws if neither the folder nor a parent contains a package.json
 */
export function findProjectDir(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from)
    throw new Error(`There is no package.json in ${from} or above. Run the program inside the project's folder.`)
  return findProjectDir(parent)
}
