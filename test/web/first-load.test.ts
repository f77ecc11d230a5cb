import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBuildManifest } from '../../server/web/render/build-manifest.ts'
import { messagesFor, serverTextsFor } from '../../server/platform/language.ts'
import { LANGUAGES } from '../../shared/messages/messages.ts'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import { useBuild } from '../support/builds.ts'

const PRODUCTION = await useBuild('production')

/**
 * Maximum bytes of all scripts of a page except its messages, compressed with brotli. The contact page has the most,
 * 110,300. Most of them are loaded when they are first used; `test/browser/first-use.test.ts` limits those before.
 */
const SCRIPT_LIMIT_BYTES = 110_900
/** A page loads the messages of one language: 3,452 bytes of English, 5,078 of Arabic, whose letters have two bytes. */
const MESSAGES_LIMIT_BYTES = 5_130
const STYLE_LIMIT_BYTES = 12 * 1024

/** Returns the bytes of the files that the build compressed. The random hashes in their texts make a difference of 100 bytes. */
function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(PRODUCTION, 'builds', `${file}.br`)).size, 0)
}

function readBuilt(files: readonly string[]): string {
  return files.map((file) => readFileSync(join(PRODUCTION, 'builds', file), 'utf8')).join('')
}

test.each(ROUTE_NAMES)('scripts and styles of the first load of %s are below their size limits', (name) => {
  const { start, main, pages } = readBuildManifest(PRODUCTION)
  const scripts = new Set([...start.scripts, ...main.scripts, ...pages[name].scripts])
  expect(scripts.size).toBeGreaterThan(1)
  expect(sizeOf([...scripts])).toBeLessThan(SCRIPT_LIMIT_BYTES)
  expect(sizeOf([...main.styles, ...pages[name].styles])).toBeLessThan(STYLE_LIMIT_BYTES)
})

test.each(LANGUAGES)('the messages in %s are below their size limit', (language) => {
  const { messages } = readBuildManifest(PRODUCTION)
  expect(messages[language].length).toBeGreaterThan(0)
  expect(sizeOf(messages[language])).toBeLessThan(MESSAGES_LIMIT_BYTES)
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

test('no script has texts that only the server writes', () => {
  const folder = join(PRODUCTION, 'builds')
  const scripts = readBuilt(readdirSync(folder).filter((file) => file.endsWith('.js')))
  const { discontinued, mail, order, takeAway, pastedList } = serverTextsFor({ locale: 'en' })
  expect(scripts).toContain(messagesFor({ locale: 'en' }).skipToContent)
  for (const text of [discontinued.notice, mail.thanks, order.returned, takeAway.copied, pastedList.hint])
    expect(scripts).not.toContain(text)
})

test('the stylesheet of every page has no styles of a single page', () => {
  const { main, pages } = readBuildManifest(PRODUCTION)
  expect(readBuilt(pages.contact.styles)).toContain('.datepicker')
  expect(readBuilt(main.styles)).not.toContain('.datepicker')
})
