import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { useBuild } from './builds.ts'

/** URL pattern of the script of a list's table. Its name says nothing about the table, so it is found by a class in it. */
export async function findTableScript(): Promise<string> {
  const builds = join(await useBuild('production'), 'builds')
  const isTable = (file: string) => readFileSync(join(builds, file), 'utf8').includes('"listing-picture"')
  return `**/builds/${readdirSync(builds).find((file) => file.endsWith('.js') && isTable(file))}`
}
