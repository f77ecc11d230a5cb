import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBuildManifest } from '../../server/render/build-manifest.ts'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import { useBuild } from '../support/builds.ts'

const PRODUCTION = await useBuild('production')

/**
 * Maximum bytes of all scripts, compressed with brotli; the categories come close to it with 108,171. Most are loaded on first use:
 * `test/browser/first-use.test.ts` limits those before it.
 */
const SCRIPT_LIMIT_BYTES = 108_600
const STYLE_LIMIT_BYTES = 12 * 1024

/** Bytes of the files, compressed with brotli. */
function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(PRODUCTION, 'builds', `${file}.br`)).size, 0)
}

function readBuilt(files: readonly string[]): string {
  return files.map((file) => readFileSync(join(PRODUCTION, 'builds', file), 'utf8')).join('')
}

test.each(ROUTE_NAMES)('scripts and styles of the first load of %s are below their size limits', (name) => {
  const { start, main, messages, pages } = readBuildManifest(PRODUCTION)
  // A page loads the messages of one language; the German ones are the largest.
  const scripts = new Set([...start.scripts, ...main.scripts, ...messages.de, ...pages[name].scripts])
  expect(scripts.size).toBeGreaterThan(1)
  expect(sizeOf([...scripts])).toBeLessThan(SCRIPT_LIMIT_BYTES)
  expect(sizeOf([...main.styles, ...pages[name].styles])).toBeLessThan(STYLE_LIMIT_BYTES)
})

test('the scripts of a page contain neither the script of another page nor server code', () => {
  const { main, pages } = readBuildManifest(PRODUCTION)
  for (const name of ROUTE_NAMES) {
    const others = ROUTE_NAMES.filter((other) => other !== name).map((other) => pages[other].scripts[0])
    expect(pages[name].scripts.filter((file) => others.includes(file))).toEqual([])
  }
  for (const file of new Set([...main.scripts, ...ROUTE_NAMES.flatMap((name) => pages[name].scripts)])) {
    expect(readBuilt([file])).not.toMatch(/node:sqlite|DATA_DIR|createHash/)
  }
})

test('the stylesheet of every page has no styles of a single page', () => {
  const { main, pages } = readBuildManifest(PRODUCTION)
  expect(readBuilt(pages.contact.styles)).toContain('.datepicker')
  expect(readBuilt(main.styles)).not.toContain('.datepicker')
})
