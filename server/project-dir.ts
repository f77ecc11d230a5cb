import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The project's folder, whether this runs from the sources or from a bundle in a folder below.
 * @param from a folder inside the project
 * @throws where no folder above holds a package.json
 */
export function findProjectDir(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error(`There is no package.json at or above ${from}.`)
  return findProjectDir(parent)
}
