import { checkCatalog } from '../import/check/check-catalog.ts'
import { ENTRIES_SHOWN, formatCheck } from '../import/check/check-report.ts'
import type { Config } from '../platform/settings/config.ts'
import type { Stores } from '../site.ts'
import type { CatalogArguments } from './catalog-arguments.ts'

const RETENTION_REMINDER =
  'Enquiries are personal data and are kept until you delete them: set ENQUIRY_RETENTION_DAYS to delete answered ones automatically.'

const LINE_MAX_LENGTH = 80

interface CheckSettings extends Pick<Config, 'enquiryRetentionDays'> {
  readonly siteUrl: string
}

/** Only problems give exit code 1. */
export async function runCheck(
  { catalog: store }: Pick<Stores, 'catalog'>,
  { json }: CatalogArguments & { command: 'check' },
  { siteUrl, enquiryRetentionDays }: CheckSettings,
  terminal: Console,
): Promise<0 | 1> {
  const check = await checkCatalog(store, siteUrl, json ? Infinity : ENTRIES_SHOWN)
  const reminders = enquiryRetentionDays === null ? [RETENTION_REMINDER] : []
  const text = [formatCheck(check), ...reminders].join('\n\n').split('\n').map(wrapLine).join('\n')
  terminal.log(json ? JSON.stringify({ ...check, reminders }, null, 2) : text)
  return check.damage.length > 0 || check.unfinished.length > 0 || check.faults.some(({ count }) => count > 0) ? 1 : 0
}

/** Breaks a line between words and indents what follows. A word above the length stays in its line. */
function wrapLine(line: string): string {
  const indent = `${/^ */.exec(line)?.[0] ?? ''}    `
  const [first = '', ...words] = line.split(/(?<=\S) /)
  let text = first
  let { length } = first
  for (const word of words) {
    const stays = length + 1 + word.length <= LINE_MAX_LENGTH || indent.length + word.length > LINE_MAX_LENGTH
    text += stays ? ` ${word}` : `\n${indent}${word}`
    length = stays ? length + 1 + word.length : indent.length + word.length
  }
  return text
}
