import { writeFile } from 'node:fs/promises'
import { isSameAddress } from '../../shared/email-address.ts'
import { listOrderTerms } from '../catalog/rules/order-texts.ts'
import { formatLocalTime, writeEnquiriesCsv } from '../enquiries/enquiries-csv.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import type { EnquiryRecord, StoredEnquiry, StoredItem } from '../enquiries/stored-enquiry.ts'
import { openStores } from '../site.ts'
import { readConfigOfSite } from './catalog-call.ts'
import { type Call, type CommandProcess, type ExitCode, type Program, runProgram, UsageError } from './command-line.ts'
import { describeDatabaseFailure } from './database-failure.ts'
import { formatReference, readReference } from '../../shared/enquiry-items.ts'

const EXCERPT_LENGTH = 60

const PRIVATE_FILE_MODE = 0o600

const OPTIONS = { all: null, suspected: null } as const

type EnquiriesCall = Call<typeof OPTIONS>

const ENQUIRIES: Program<typeof OPTIONS> = {
  script: 'enquiries',
  options: OPTIONS,
  commands: {
    list: {
      help: ['lists the open enquiries, newest first'],
      options: {
        all: 'lists answered enquiries as well, after the open ones',
        suspected:
          'lists only enquiries that a bot has probably sent; nobody got a mail about them, no other list has them, and they are deleted after 30 days unless they are marked as answered',
      },
      run: listEnquiries,
    },
    show: {
      parameters: 'REFERENCE ...',
      help: ['shows one enquiry in full'],
      run: (call) =>
        onEnquiry(call, async (reference, { store, timeZone }) => {
          const enquiry = await store.find(reference)
          return enquiry && describeWhole(enquiry, timeZone)
        }),
    },
    answered: {
      parameters: 'REFERENCE ...',
      help: ["marks an enquiry as answered; the visitor sees this on the enquiry's page"],
      run: (call) =>
        onEnquiry(call, async (reference, { store }) =>
          (await store.markAnswered(reference, new Date()))
            ? `${formatReference(reference)} is marked as answered.`
            : undefined,
        ),
    },
    delete: {
      parameters: 'REFERENCE ...',
      help: ['deletes an enquiry for good; backups keep it'],
      run: (call) =>
        onEnquiry(call, async (reference, { store }) =>
          (await store.delete(reference))
            ? `${formatReference(reference)} is deleted. Backups still contain it.`
            : undefined,
        ),
    },
    export: {
      parameters: '[EMAIL] [FILE]',
      help: [
        'writes all enquiries that are not suspected as CSV, a row for each product, to FILE or to standard output (then use npm --silent run …)',
        'With EMAIL, writes everything that is stored about the person with this address as JSON (a FILE whose name contains "@" must be a path such as ./a@b.csv).',
      ],
      run: exportEnquiries,
    },
  },
  notes: [
    "References may be typed in lowercase, with spaces or dashes. Times are in the site's time zone.",
    'The database is DATABASE_URL or, if that is not set, a file in DATA_DIR (default .data).',
    'Exit codes: 0 success, 1 there is no such enquiry, 2 invalid arguments or database error.',
  ],
  describeFailure: (error) => describeDatabaseFailure(error, ''),
}

export function runEnquiriesCommand(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  return runProgram(ENQUIRIES, args, own)
}

interface Opened {
  readonly store: EnquiryStore
  readonly timeZone: string
}

async function onStore(call: EnquiriesCall, work: (opened: Opened) => Promise<ExitCode>): Promise<ExitCode> {
  await using stores = await openStores(readConfigOfSite(call).database)
  const { timeZone } = await stores.catalog.read((reader) => reader.readSite())
  return await work({ store: stores.enquiries, timeZone })
}

async function listEnquiries(call: EnquiriesCall): Promise<ExitCode> {
  const { all, suspected } = call.values
  if (all && suspected) throw new UsageError('Use either --all or --suspected.')
  const which = suspected ? 'suspected' : all ? 'all' : 'open'
  return onStore(call, async ({ store, timeZone }) => {
    const enquiries = await store.list(which)
    for (const enquiry of enquiries) call.terminal.log(describeBriefly(enquiry, timeZone))
    if (enquiries.length === 0) call.terminal.log(`No ${which === 'all' ? '' : `${which} `}enquiries.`)
    return 0
  })
}

/** Prints what the work on an enquiry returns. @returns 1 if there is no such enquiry */
async function onEnquiry(
  call: EnquiriesCall,
  work: (reference: string, opened: Opened) => Promise<string | undefined>,
): Promise<ExitCode> {
  // A reference may be typed with spaces.
  const typed = call.args.join(' ')
  const reference = readReference(typed)
  if (reference === undefined)
    throw new UsageError(
      `"${typed}" is not a reference: a reference has eight letters or digits, but no I, L, O, U, 0 or 1.`,
    )
  return onStore(call, async (opened) => {
    const text = await work(reference, opened)
    if (text === undefined) call.terminal.error(`There is no enquiry ${formatReference(reference)}.`)
    else call.terminal.log(text)
    return text === undefined ? 1 : 0
  })
}

async function exportEnquiries(call: EnquiriesCall): Promise<ExitCode> {
  const [first, second] = call.args
  const email = first !== undefined && /^[^@/\\]+@[^@/\\]+$/.test(first) ? first : null
  if (email === null && second !== undefined) throw new UsageError(`Unexpected argument "${second}" for "export".`)
  const path = email === null ? first : second
  return onStore(call, async ({ store, timeZone }) => {
    const text =
      email === null ? writeEnquiriesCsv(await store.list('all'), timeZone) : await exportPerson(store, email)
    if (path === undefined) call.own.stdout.write(text)
    else await writeFile(path, text, { mode: PRIVATE_FILE_MODE })
    return 0
  })
}

/** Returns everything that is stored about the person with this address, as JSON. */
async function exportPerson(store: EnquiryStore, email: string): Promise<string> {
  const found: EnquiryRecord[] = []
  for await (const records of store.scanRecords())
    found.push(...records.filter(({ enquiry }) => isSameAddress(enquiry.email, email)))
  return `${JSON.stringify({ email, enquiries: found }, null, 2)}\n`
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
