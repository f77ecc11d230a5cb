import { createInterface } from 'node:readline/promises'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import { importBasics } from '../import/import-catalog.ts'
import { BASIC_OPTIONS, BASICS, checkBasic, type SiteBasics } from '../import/site-basics.ts'
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

/** @param preset the answer if the owner presses only Enter; Ctrl+C and Ctrl+D mean no */
export async function askYesOrNo(
  { stdin, stderr }: CommandProcess,
  question: string,
  preset: 'yes' | 'no',
): Promise<boolean> {
  using dialogue = createInterface({ input: stdin, output: stderr })
  const answer = await dialogue.question(question).catch(() => 'no')
  return /^y(?:es)?$/i.test(answer.trim() || preset)
}
