import { createInterface } from 'node:readline/promises'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import { importBasics } from '../import/import-catalog.ts'
import { type Basic, BASIC_OPTIONS, BASICS, checkBasic, type SiteBasics } from '../import/site-basics.ts'
import { readConfig } from '../platform/settings/config.ts'
import { openStores } from '../site.ts'
import { type Call, type CommandProcess, UsageError } from './command-line.ts'

/** Changes what options give, and prints currency, language and name. */
export async function runSite({ values, own, terminal }: Call): Promise<0> {
  const basics = readBasics(values)
  await using stores = await openStores(readConfig(own.env).database)
  const store = stores.catalog
  if (Object.keys(basics).length > 0) await importBasics(store, basics)
  const site = await store.readSite()
  for (const basic of BASICS)
    terminal.log(`${BASIC_OPTIONS[basic].padEnd(12)}${site[basic]}${isSetByOwner(site, basic) ? '' : ' (never set)'}`)
  return 0
}

/** @throws UsageError if a value cannot be used */
export function readBasics({ currency, language, name }: Call['values']): SiteBasics {
  const given = { currency, locale: language, name }
  const basics: { -readonly [Basic in keyof SiteBasics]: SiteBasics[Basic] } = {}
  for (const basic of BASICS) {
    const text = given[basic]
    if (text === undefined) continue
    const checked = checkBasic(basic, text)
    if ('fault' in checked) throw new UsageError(`${BASIC_OPTIONS[basic]} ${checked.fault}, not "${text}".`)
    basics[basic] = checked.value
  }
  return basics
}

const QUESTIONS: Readonly<Record<Basic, string>> = {
  currency: 'Currency of the prices, such as EUR',
  locale: 'Language of the texts, such as de',
  name: 'Name of the site',
}

/** @throws if the question is cancelled with Ctrl+C or Ctrl+D */
async function ask(question: string, { stdin, stderr }: CommandProcess): Promise<string> {
  using dialogue = createInterface({ input: stdin, output: stderr })
  return (await dialogue.question(question)).trim()
}

/** Asks until the answer can be used. A blank answer means the fallback. @throws UsageError if the question is cancelled */
export async function askBasic(basic: Basic, fallback: string, own: CommandProcess): Promise<string> {
  for (;;) {
    const answer = await ask(`${QUESTIONS[basic]} [${fallback}]: `, own).catch((error: unknown) => {
      throw new UsageError('The question was not answered.', { cause: error })
    })
    const checked = checkBasic(basic, answer || fallback)
    if ('value' in checked) return checked.value
    own.stderr.write(`This ${checked.fault}.\n`)
  }
}

/** @param preset the answer if the owner presses only Enter */
export async function askYesOrNo(own: CommandProcess, question: string, preset: 'yes' | 'no'): Promise<boolean> {
  const answer = await ask(question, own).catch(() => 'no')
  return /^y(?:es)?$/i.test(answer || preset)
}
