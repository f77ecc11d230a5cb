import { readReference } from '../../shared/enquiry-fields.ts'
import { parseArguments } from './parse-arguments.ts'
import { UsageError } from './usage-error.ts'

export const ENQUIRIES_USAGE = `Usage: npm run enquiries -- COMMAND

  list                 the open enquiries, newest first
      --all              also those that were answered, below
  show REFERENCE       one enquiry with all that it says
  answered REFERENCE   marks an enquiry as answered; the visitor sees it at the reference
  export [FILE]        all enquiries as CSV, to FILE or to standard output (then with npm --silent run …)
  --help               shows this

A reference may be typed in small letters, with spaces or dashes. Times are those of the site's time zone. The database is that of DATABASE_URL, or lies in DATA_DIR (default .data).

Exit codes: 0 done, 1 there is no such enquiry, 2 the arguments or the database cannot be used.`

export type EnquiriesArguments =
  | { readonly command: 'help' }
  | { readonly command: 'list'; readonly isAll: boolean }
  | { readonly command: 'show' | 'answered'; readonly reference: string }
  | { readonly command: 'export'; readonly path: string | undefined }

/** How many arguments may follow a command. */
const SUBJECTS = { list: 0, show: Number.POSITIVE_INFINITY, answered: Number.POSITIVE_INFINITY, export: 1 } as const

/** @throws UsageError */
export function readEnquiriesArguments(args: readonly string[]): EnquiriesArguments {
  const { values, positionals } = parseArguments(args, {
    all: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
  const [command, ...subjects] = positionals
  if (values.help || command === undefined) return { command: 'help' }
  if (!isCommand(command))
    throw new UsageError(`Unknown command "${command}". Commands: ${Object.keys(SUBJECTS).join(', ')}.`)
  if (values.all && command !== 'list') throw new UsageError(`Unknown option --all for "${command}".`)
  const tooMany = subjects[SUBJECTS[command]]
  if (tooMany !== undefined) throw new UsageError(`Unexpected argument "${tooMany}" for "${command}".`)
  switch (command) {
    case 'list':
      return { command, isAll: values.all ?? false }
    case 'show':
    case 'answered':
      return { command, reference: readReferenceArgument(command, subjects) }
    case 'export':
      return { command, path: subjects[0] }
  }
}

function isCommand(word: string): word is keyof typeof SUBJECTS {
  return Object.hasOwn(SUBJECTS, word)
}

/** A reference that was typed with a space is several arguments. */
function readReferenceArgument(command: string, subjects: readonly string[]): string {
  if (subjects.length === 0) throw new UsageError(`"${command}" needs a reference.`)
  const typed = subjects.join(' ')
  const reference = readReference(typed)
  if (reference === undefined) throw new UsageError(`"${typed}" is no reference: those have eight letters and digits.`)
  return reference
}
