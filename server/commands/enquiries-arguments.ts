import { readReference } from '../../shared/enquiry-reference.ts'
import { checkCommand, parseArguments, UsageError } from './parse-arguments.ts'

export const ENQUIRIES_USAGE = `Usage: npm run enquiries -- COMMAND

  list                 lists the open enquiries, newest first
      --all              lists answered enquiries as well, after the open ones
      --suspected        lists only enquiries that a bot has probably sent; nobody got a mail about them, no other list
                         has them, and they are deleted after 30 days unless they are marked as answered
  show REFERENCE       shows one enquiry in full
  answered REFERENCE   marks an enquiry as answered; the visitor sees this on the enquiry's page
  delete REFERENCE     deletes an enquiry for good; backups keep it
  export [FILE]        writes all enquiries that are not suspected as CSV, a row for each product, to FILE or to standard
                       output (then use npm --silent run …)
  export EMAIL [FILE]  writes everything that is stored about the person with this address as JSON (a FILE whose name
                       contains "@" must be a path such as ./a@b.csv)
  --help               shows this text

References may be typed in lowercase, with spaces or dashes. Times are in the site's time zone.
The database is DATABASE_URL or, if that is not set, a file in DATA_DIR (default .data).

Exit codes: 0 success, 1 there is no such enquiry, 2 invalid arguments or database error.`

export type EnquiriesArguments =
  | { readonly command: 'help' }
  | { readonly command: 'list'; readonly which: 'open' | 'all' | 'suspected' }
  | { readonly command: 'show' | 'answered' | 'delete'; readonly reference: string }
  | { readonly command: 'export'; readonly email: string | null; readonly path: string | undefined }

const COMMANDS = {
  list: { options: ['all', 'suspected'], maxArguments: 0 },
  show: { options: [], maxArguments: Number.POSITIVE_INFINITY },
  answered: { options: [], maxArguments: Number.POSITIVE_INFINITY },
  delete: { options: [], maxArguments: Number.POSITIVE_INFINITY },
  export: { options: [], maxArguments: 2 },
}

/** @throws UsageError if the arguments are invalid */
export function readEnquiriesArguments(args: readonly string[]): EnquiriesArguments {
  const { values, positionals } = parseArguments(args, {
    all: { type: 'boolean' },
    suspected: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
  const [name, ...rest] = positionals
  if (values.help || name === undefined) return { command: 'help' }
  const command = checkCommand(COMMANDS, name, rest, Object.keys(values))
  switch (command) {
    case 'list':
      if (values.all && values.suspected) throw new UsageError('Use either --all or --suspected.')
      return { command, which: values.suspected ? 'suspected' : values.all ? 'all' : 'open' }
    case 'show':
    case 'answered':
    case 'delete':
      return { command, reference: readReferenceArgument(command, rest) }
    case 'export':
      return { command, ...readExportArguments(rest) }
  }
}

function readExportArguments([first, second]: readonly string[]) {
  const email = first !== undefined && /^[^@/\\]+@[^@/\\]+$/.test(first) ? first : null
  if (email === null && second !== undefined) throw new UsageError(`Unexpected argument "${second}" for "export".`)
  return { email, path: email === null ? first : second }
}

/** A reference may be typed with spaces. */
function readReferenceArgument(command: string, words: readonly string[]): string {
  if (words.length === 0) throw new UsageError(`"${command}" needs the reference of an enquiry.`)
  const typed = words.join(' ')
  const reference = readReference(typed)
  if (reference === undefined)
    throw new UsageError(
      `"${typed}" is not a reference: a reference has eight letters or digits, but no I, L, O, U, 0 or 1.`,
    )
  return reference
}
