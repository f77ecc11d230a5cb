import { writeFile } from 'node:fs/promises'
import { isSameAddress } from '../enquiries/stored-enquiry.ts'
import { formatLocalTime, writeEnquiriesCsv } from '../enquiries/enquiries-csv.ts'
import { buildOwnerMail } from '../enquiries/enquiry-mail.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import type { EnquiryRecord, StoredEnquiry, StoredItem } from '../enquiries/stored-enquiry.ts'
import { openStores } from '../site.ts'
import {
  type Call,
  type CommandProcess,
  type ExitCode,
  type Program,
  readConfigOfSite,
  runProgram,
  UsageError,
} from './command-line.ts'
import { formatReference, readReference } from '../../shared/enquiry-items.ts'
import { readDateLocale } from '../../shared/local-date-time.ts'

const EXCERPT_LENGTH = 60

const PRIVATE_FILE_MODE = 0o600

const ENQUIRIES: Program = {
  script: 'enquiries',
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
      help: ['shows one enquiry in full, as its mail to the owner does'],
      run: onEnquiry(async (reference, opened) => {
        const enquiry = await opened.store.find(reference)
        return enquiry && describeWhole(enquiry, opened)
      }),
    },
    answered: {
      parameters: 'REFERENCE ...',
      help: ["marks an enquiry as answered; the visitor sees this on the enquiry's page"],
      run: onEnquiry(async (reference, { store }) =>
        (await store.markAnswered(reference, new Date()))
          ? `${formatReference(reference)} is marked as answered.`
          : undefined,
      ),
    },
    delete: {
      parameters: 'REFERENCE ...',
      help: ['deletes an enquiry for good; backups keep it'],
      run: onEnquiry(async (reference, { store }) =>
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
  consequence: '',
}

export function runEnquiriesCommand(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  return runProgram(ENQUIRIES, args, own)
}

interface Opened {
  readonly store: EnquiryStore
  /** What a mail about an enquiry needs to know of the site. */
  readonly context: Parameters<typeof buildOwnerMail>[1]
  readonly timeZone: string
}

async function onStore(call: Call, work: (opened: Opened) => Promise<ExitCode>): Promise<ExitCode> {
  const { database, pages } = readConfigOfSite(call)
  await using stores = await openStores(database)
  const site = await stores.catalog.readSite()
  const { siteUrl } = pages
  const context = { owner: '', siteName: site.name, siteUrl, locale: readDateLocale(site), wording: site.wording }
  return await work({ store: stores.enquiries, timeZone: site.timeZone, context })
}

async function listEnquiries(call: Call): Promise<ExitCode> {
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

/** Prints what the work on an enquiry returns; the exit code is 1 if there is no such enquiry. */
function onEnquiry(work: (reference: string, opened: Opened) => Promise<string | undefined>) {
  return async (call: Call): Promise<ExitCode> => {
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
}

async function exportEnquiries(call: Call): Promise<ExitCode> {
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

function describeWhole(enquiry: StoredEnquiry, { context, timeZone }: Opened): string {
  const { receivedAt, answeredAt, isSuspected } = enquiry
  const lines = [
    `Received: ${formatTime(receivedAt, timeZone)}`,
    `Answered: ${answeredAt === null ? 'no' : formatTime(answeredAt, timeZone)}`,
    ...(isSuspected ? ['Suspected: yes, nobody got a mail; "answered" makes it a normal enquiry'] : []),
    String(buildOwnerMail(enquiry, context).text).trimEnd(),
  ]
  return lines.join('\n')
}

/** Returns for example '2 × Oak chair, Black stain, OC-B'. */
function describeItem({ product, productName, variant, variantName, sku, quantity }: StoredItem): string {
  return `${quantity} × ${[productName ?? product, variantName ?? variant, sku].filter(Boolean).join(', ')}`
}

function formatTime(iso: string, timeZone: string): string {
  return `${formatLocalTime(iso, timeZone)} ${timeZone}`
}
