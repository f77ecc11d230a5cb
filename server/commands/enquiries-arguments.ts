import { readReference } from '../../shared/enquiry-reference.ts'
import { parseArguments } from './parse-arguments.ts'
import { UsageError } from './usage-error.ts'

export const ENQUIRIES_USAGE = `Usage: npm run enquiries -- COMMAND

  list                 the open enquiries, newest first
      --all              also those that were answered, below
  show REFERENCE       one enquiry with all that it says
  answered REFERENCE   marks an enquiry as answered; the visitor sees it at the reference
  export [FILE]        all enquiries as CSV, to FILE or to standard output (then with npm --silent run …)
  --help               shows this

A reference may be typed in small letters, with spaces or dashes. The database is that of DATABASE_URL, or lies in DATA_DIR (default .data).

Exit codes: 0 done, 1 there is no such enquiry, 2 the arguments or the database cannot be used.`

export type EnquiriesArguments =
  | { readonly command: 'help' }
  | { readonly command: 'list'; readonly isAll: boolean }
  | { readonly command: 'show' | 'answered'; readonly reference: string }
  | { readonly command: 'export'; readonly path: string | undefined }

/** @throws UsageError */
export function readEnquiriesArguments(args: readonly string[]): EnquiriesArguments {
  const { values, positionals } = parseArguments(args, { all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } })
  const [command, subject, ...others] = positionals
  if (values.help || command === undefined) return { command: 'help' }
  if (others.length > 0) throw new UsageError(`"${others[0]}" is one too many.`)
  if (values.all && command !== 'list') throw new UsageError(`"${command}" takes no "--all".`)
  switch (command) {
    case 'list':
      if (subject !== undefined) throw new UsageError(`"list" takes no "${subject}".`)
      return { command, isAll: values.all ?? false }
    case 'show':
    case 'answered':
      return { command, reference: readReferenceArgument(command, subject) }
    case 'export':
      return { command, path: subject }
    default:
      throw new UsageError(`"${command}" is no command.`)
  }
}

function readReferenceArgument(command: string, typed: string | undefined): string {
  if (typed === undefined) throw new UsageError(`"${command}" needs a reference.`)
  const reference = readReference(typed)
  if (reference === undefined) throw new UsageError(`"${typed}" is no reference: those have eight letters and digits.`)
  return reference
}
