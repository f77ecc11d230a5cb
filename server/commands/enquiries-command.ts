import { Console } from 'node:console'
import { writeFile } from 'node:fs/promises'
import { isSameAddress } from '../../shared/email-address.ts'
import { formatReference } from '../../shared/enquiry-reference.ts'
import { readConfig } from '../platform/settings/config.ts'
import { describeDatabase } from '../platform/settings/database-settings.ts'
import { writeEnquiriesCsv } from '../enquiries/enquiries-csv.ts'
import { formatLocalTime } from '../enquiries/format-local-time.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import type { EnquiryRecord, StoredEnquiry, StoredItem } from '../enquiries/stored-enquiry.ts'
import { listOrderTerms } from '../catalog/rules/order-texts.ts'
import { hasDatabase, openStores } from '../site.ts'
import { describeDatabaseFailure } from './database-failure.ts'
import type { CommandProcess } from './command-process.ts'
import { ENQUIRIES_USAGE, readEnquiriesArguments, type EnquiriesArguments } from './enquiries-arguments.ts'
import { describeUsageError, UsageError } from './parse-arguments.ts'

type ExitCode = 0 | 1 | 2

const EXCERPT_LENGTH = 60

const PRIVATE_FILE_MODE = 0o600

/** Runs a command and prints its result or error. @returns 0; 1 if there is no such enquiry; 2 if it failed */
export async function runEnquiriesCommand(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  const terminal = new Console(own)
  try {
    return await run(args, own, terminal)
  } catch (error) {
    terminal.error(describeFailure(error))
    return 2
  }
}

async function run(args: readonly string[], own: CommandProcess, terminal: Console): Promise<ExitCode> {
  const parsed = readEnquiriesArguments(args)
  if (parsed.command === 'help') {
    terminal.log(ENQUIRIES_USAGE)
    return 0
  }
  const { database } = readConfig(own.env)
  // Opening a database that does not exist would create it.
  if (!hasDatabase(database))
    throw new UsageError(
      `There is no database at ${describeDatabase(database)}. Start the server once, or set DATA_DIR or DATABASE_URL.`,
    )
  await using stores = await openStores(database)
  const { timeZone } = await stores.catalog.read((reader) => reader.readSite())
  return await runOnStore(stores.enquiries, parsed, timeZone, own, terminal)
}

async function runOnStore(
  store: EnquiryStore,
  args: Exclude<EnquiriesArguments, { command: 'help' }>,
  timeZone: string,
  own: CommandProcess,
  terminal: Console,
): Promise<ExitCode> {
  switch (args.command) {
    case 'list': {
      const enquiries = await store.list(args.which)
      terminal.log(
        enquiries.length > 0
          ? enquiries.map((enquiry) => describeBriefly(enquiry, timeZone)).join('\n')
          : `No ${args.which === 'all' ? '' : `${args.which} `}enquiries.`,
      )
      return 0
    }
    case 'show': {
      const enquiry = await store.find(args.reference)
      if (enquiry) terminal.log(describeWhole(enquiry, timeZone))
      return enquiry ? 0 : reportUnknown(args.reference, terminal)
    }
    case 'answered': {
      const isKnown = await store.markAnswered(args.reference, new Date())
      if (isKnown) terminal.log(`${formatReference(args.reference)} is marked as answered.`)
      return isKnown ? 0 : reportUnknown(args.reference, terminal)
    }
    case 'delete': {
      const isKnown = await store.delete(args.reference)
      if (isKnown) terminal.log(`${formatReference(args.reference)} is deleted. Backups still contain it.`)
      return isKnown ? 0 : reportUnknown(args.reference, terminal)
    }
    case 'export': {
      const text =
        args.email === null
          ? writeEnquiriesCsv(await store.list('all'), timeZone)
          : await exportPerson(store, args.email)
      if (args.path === undefined) own.stdout.write(text)
      else await writeFile(args.path, text, { mode: PRIVATE_FILE_MODE })
      return 0
    }
  }
}

/** Returns everything that is stored about the person with this address, as JSON. */
async function exportPerson(store: EnquiryStore, email: string): Promise<string> {
  const found: EnquiryRecord[] = []
  for await (const records of store.scanRecords())
    found.push(...records.filter(({ enquiry }) => isSameAddress(enquiry.email, email)))
  return `${JSON.stringify({ email, enquiries: found }, null, 2)}\n`
}

function reportUnknown(reference: string, terminal: Console): ExitCode {
  terminal.error(`There is no enquiry ${formatReference(reference)}.`)
  return 1
}

function describeBriefly(
  { reference, receivedAt, answeredAt, isSuspected, name, request, items }: StoredEnquiry,
  timeZone: string,
): string {
  const words = [...items.map(describeItem), request].filter(Boolean).join('; ').replace(/\s+/g, ' ')
  const excerpt = words.length > EXCERPT_LENGTH ? `${words.slice(0, EXCERPT_LENGTH)}…` : words
  return [
    formatReference(reference),
    formatTime(receivedAt, timeZone),
    isSuspected ? 'suspected' : answeredAt === null ? 'open    ' : 'answered',
    name,
    excerpt,
  ].join('  ')
}

function describeWhole(enquiry: StoredEnquiry, timeZone: string): string {
  const rows: [string, string | null][] = [
    ['Reference', formatReference(enquiry.reference)],
    ['Received', formatTime(enquiry.receivedAt, timeZone)],
    ['Answered', enquiry.answeredAt === null ? 'no' : formatTime(enquiry.answeredAt, timeZone)],
    ['Suspected', enquiry.isSuspected ? 'yes, nobody got a mail; "answered" makes it a normal enquiry' : null],
    ['Name', enquiry.name],
    ['E-mail', enquiry.email],
    ['Telephone', enquiry.phone],
    ['Preferred', enquiry.preferredTime?.replace('T', ' ') ?? null],
  ]
  const lines = rows.flatMap(([label, text]) => (text === null ? [] : [`${label.padEnd(12)}${text}`]))
  const items = enquiry.items.map((item) => {
    const address = [item.product, ...(item.variant === null ? [] : [item.variant])].join(', ')
    const pasted = item.pasted?.split('\n').map((line) => `\n    Pasted: ${line}`) ?? []
    const terms = listOrderTerms(item.orderTerms, { locale: 'en' }).map(([name, value]) => `${name}: ${value}`)
    const further = [item.note, terms.join(', ')].filter(Boolean).map((line) => `\n    ${line}`)
    return [`${describeItem(item)} (${address})`, ...further, ...pasted].join('')
  })
  return [lines.join('\n'), items.join('\n'), enquiry.request].filter(Boolean).join('\n\n')
}

/** Returns for example '2 × Oak chair, Black stain, OC-B'. */
function describeItem({ product, productName, variant, variantName, sku, quantity }: StoredItem): string {
  return `${quantity} × ${[productName ?? product, variantName ?? variant, sku].filter(Boolean).join(', ')}`
}

function formatTime(iso: string, timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' })
    .formatToParts(Date.parse(iso))
    .find(({ type }) => type === 'timeZoneName')
  return `${formatLocalTime(iso, timeZone)} ${zone?.value ?? timeZone}`
}

function describeFailure(error: unknown): string {
  if (error instanceof UsageError) return describeUsageError(error, 'enquiries')
  return describeDatabaseFailure(error, '')
}
