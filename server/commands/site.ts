import { createInterface } from 'node:readline/promises'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import { type Basic, BASIC_OPTIONS, BASICS, checkBasic, setBasics } from '../import/site-basics.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogArguments } from './catalog-arguments.ts'
import type { CommandProcess } from './command-process.ts'
import { count } from './import-files.ts'
import { UsageError } from './parse-arguments.ts'

/** Changes what options give, and prints currency, language and name. */
export async function runSite(
  store: CatalogStore,
  { basics, keepAmounts }: CatalogArguments & { command: 'site' },
  terminal: Console,
): Promise<0> {
  if (Object.keys(basics).length > 0) {
    const { keptAmounts } = await setBasics(store, basics, keepAmounts)
    if (keptAmounts > 0) terminal.log(`${count(keptAmounts, 'product')} with prices: the amounts were kept.`)
  }
  const site = await store.readSite()
  for (const basic of BASICS)
    terminal.log(`${BASIC_OPTIONS[basic].padEnd(12)}${site[basic]}${isSetByOwner(site, basic) ? '' : ' (never set)'}`)
  return 0
}

const QUESTIONS: Readonly<Record<Basic, string>> = {
  currency: 'Currency of the prices, such as EUR',
  locale: 'Language of the texts, such as de',
  name: 'Name of the site',
}

/** Asks until the answer can be used. A blank answer means the fallback. @throws UsageError if the question is cancelled */
export async function askBasic(basic: Basic, fallback: string, { stdin, stderr }: CommandProcess): Promise<string> {
  using dialogue = createInterface({ input: stdin, output: stderr })
  for (;;) {
    // Ctrl+C and Ctrl+D reject the question.
    const answer = await dialogue.question(`${QUESTIONS[basic]} [${fallback}]: `).catch((error: unknown) => {
      throw new UsageError('The question was not answered.', { cause: error })
    })
    const checked = checkBasic(basic, answer.trim() || fallback)
    if ('value' in checked) return checked.value
    stderr.write(`This ${checked.fault}.\n`)
  }
}
