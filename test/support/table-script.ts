import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { useBuild } from './builds.ts'

/** The script's name says nothing about the table, so a class in it is searched. */
export async function findTableScript(): Promise<string> {
  const builds = join(await useBuild('production'), 'builds')
  const isTable = (file: string) => readFileSync(join(builds, file), 'utf8').includes('"listing-picture"')
  return `**/builds/${readdirSync(builds).find((file) => file.endsWith('.js') && isTable(file))}`
}
