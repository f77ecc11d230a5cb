import { checkCatalog } from '../import/check/check-catalog.ts'
import { ENTRIES_SHOWN, formatCheck } from '../import/check/check-report.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import { type CatalogCall, readConfigOfSite } from './catalog-call.ts'

const RETENTION_REMINDER =
  'Enquiries are personal data and are kept until you delete them: set ENQUIRY_RETENTION_DAYS to delete answered ones automatically.'

const LINE_MAX_LENGTH = 80

/** Only problems give exit code 1. */
export async function runCheck(call: CatalogCall, store: CatalogStore): Promise<0 | 1> {
  const { json } = call.values
  const { pages, enquiryRetentionDays } = readConfigOfSite(call)
  const check = await checkCatalog(store, pages.siteUrl, json ? Infinity : ENTRIES_SHOWN)
  const reminders = enquiryRetentionDays === null ? [RETENTION_REMINDER] : []
  const text = [formatCheck(check), ...reminders].join('\n\n').split('\n').map(wrapLine).join('\n')
  call.terminal.log(json ? JSON.stringify({ ...check, reminders }, null, 2) : text)
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
