import { Console } from 'node:console'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { DownloadRules } from '../import/files/request-address.ts'
import { ImportError } from '../import/import-error.ts'
import { DatabaseBusyError, findDatabaseError } from '../platform/database-error.ts'
import { type Config, ConfigError, readConfig } from '../platform/settings/config.ts'
import { describeDatabase } from '../platform/settings/database-settings.ts'
import { hasDatabase } from '../site.ts'

export interface CommandProcess {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  /** Which addresses may be requested; by default only https addresses in the public internet. */
  readonly downloadRules?: DownloadRules
}

export type ExitCode = 0 | 1 | 2 | 3

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The options of both programs with the names of their values in the help; null for an option without a value. */
const OPTIONS = {
  format: 'NAME',
  mapping: 'FILE',
  yes: null,
  images: 'FOLDER',
  'keep-remote-pictures': null,
  'dry-run': null,
  strict: null,
  prune: null,
  force: null,
  currency: 'CODE',
  language: 'CODE',
  name: 'TEXT',
  sheet: 'NAME',
  'header-row': 'N',
  encoding: 'NAME',
  verbose: null,
  rejected: 'FILE',
  delete: null,
  all: null,
  suspected: null,
} as const

type Option = keyof typeof OPTIONS

export interface Call {
  readonly args: readonly string[]
  readonly values: {
    readonly [Name in Option]?: ((typeof OPTIONS)[Name] extends string ? string : boolean) | undefined
  }
  readonly own: CommandProcess
  readonly terminal: Console
}

interface Command {
  /** Arguments such as `FROM TO`; those in brackets may be left out, and `...` stands for any more. */
  readonly parameters?: string
  /** Paragraphs of the help. */
  readonly help: readonly string[]
  /** The help of each option. */
  readonly options?: { readonly [Name in Option]?: string }
  run(call: Call): Promise<ExitCode>
}

export interface Program {
  readonly script: 'catalog' | 'enquiries'
  readonly commands: Readonly<Record<string, Command>>
  /** Paragraphs after the commands. */
  readonly notes: readonly string[]
  /** Sentence after the message of an error. */
  readonly consequence: string
}

/**
 * Runs a command and prints its result or error; without a command, prints the help.
 * @returns the command's exit code, or 2 if it failed
 */
export async function runProgram(program: Program, args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  const terminal = new Console(own)
  try {
    const { values, positionals } = parse(args)
    const [name, ...rest] = positionals
    if (name === undefined || 'help' in values) {
      terminal.log(formatHelp(program))
      return 0
    }
    const command = findCommand(program, name, rest, Object.keys(values))
    return await command.run({ args: rest, values: values as Call['values'], own, terminal })
  } catch (error) {
    // The whole help would scroll the message off the screen.
    const hint = `\nFor all commands and options: npm run ${program.script} -- --help`
    terminal.error(error instanceof UsageError ? error.message + hint : describeFailure(error, program.consequence))
    return 2
  }
}

/** @throws UsageError for unknown options and missing or unexpected values */
function parse(args: readonly string[]) {
  const types = Object.entries(OPTIONS).map(([name, value]) => [name, { type: value === null ? 'boolean' : 'string' }])
  const known = Object.fromEntries(types) as ParseArgsOptionsConfig
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...known, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    // The rest of Node's message explains arguments that begin with a dash.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.)\s|\n/)
    throw new UsageError(reason, { cause: error })
  }
}

/** @throws UsageError if there is no such command, or it has no such option or another number of arguments */
function findCommand({ commands }: Program, name: string, args: readonly string[], given: readonly string[]): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}.`)
  const { parameters = '', options = {} } = command
  const unknown = given.find((option) => !Object.hasOwn(options, option))
  if (unknown !== undefined) throw new UsageError(`Unknown option --${unknown} for "${name}".`)
  const words = parameters.split(' ').filter(Boolean)
  const missing = words[args.length]
  if (missing !== undefined && /^\w/.test(missing)) throw new UsageError(`"${name}" needs ${missing}.`)
  const unexpected = words.includes('...') ? undefined : args[words.length]
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument "${unexpected}" for "${name}".`)
  return command
}

function formatHelp({ script, commands, notes }: Program): string {
  const lines = Object.entries(commands).flatMap(([name, { parameters = '', help, options = {} }]) => [
    `\n  ${name} ${parameters}`.trimEnd(),
    ...help.map((text) => wrapText(text, 6)),
    ...Object.entries(options).flatMap(([option, text]) => [
      `      --${option} ${OPTIONS[option as Option] ?? ''}`.trimEnd(),
      wrapText(text, 10),
    ]),
  ])
  const usage = `Usage: npm run ${script} -- COMMAND\n\n  --help\n      shows this text`
  return [usage, ...lines, ...notes.map((text) => `\n${wrapText(text, 0)}`)].join('\n')
}

/** Longest line of the help. */
const LINE_WIDTH = 100

function wrapText(text: string, indent: number): string {
  const lines = text.match(new RegExp(`.{1,${LINE_WIDTH - indent}}(?: |$)`, 'g')) ?? []
  return lines.map((line) => ' '.repeat(indent) + line.trim()).join('\n')
}

/** @param consequence sentence added to errors of files, the database and the disk */
export function describeFailure(error: unknown, consequence: string): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof DatabaseBusyError)
    return `The database is busy: an import is running.${consequence} Try again when it is done.`
  if (!(error instanceof Error)) return String(error)
  // An error with a code comes from the disk or the database, and needs no stack trace.
  const isExpected = error instanceof ImportError || ('code' in error && typeof error.code === 'string')
  const known = isExpected ? error : findDatabaseError(error)
  return known ? known.message.replace(/(?<![.!?])$/, '.') + consequence : (error.stack ?? error.message)
}

const PROGRESS_INTERVAL_MS = 5_000

/**
 * Builds a function that writes the progress, at most every five seconds.
 * @param unit what is counted, such as 'rows'
 */
export function writeProgress(stream: NodeJS.WriteStream, unit: string): (done: number, total: number) => void {
  let writtenAt = performance.now()
  return (done, total) => {
    const now = performance.now()
    if (now - writtenAt < PROGRESS_INTERVAL_MS) return
    writtenAt = now
    stream.write(`${done} of ${total} ${unit}\n`)
  }
}

/** @throws UsageError if there is no database; creating one would answer as if the site were empty */
export function readConfigOfSite({ own }: Pick<Call, 'own'>): Config {
  const config = readConfig(own.env)
  if (hasDatabase(config.database)) return config
  throw new UsageError(
    `There is no database at ${describeDatabase(config.database)}. Start the server or import once, or set DATA_DIR or DATABASE_URL.`,
  )
}
