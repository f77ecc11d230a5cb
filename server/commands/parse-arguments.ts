import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The whole usage text would scroll the message off the screen. */
export function describeUsageError({ message }: UsageError, script: 'catalog' | 'enquiries'): string {
  return `${message}\nFor all commands and options: npm run ${script} -- --help`
}

/** @throws UsageError for unknown options and missing or unexpected values */
export function parseArguments<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // The rest of Node's message explains arguments that begin with a dash.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.)\s|\n/)
    throw new UsageError(reason, { cause: error })
  }
}

interface CommandRule {
  readonly options: readonly string[]
  readonly maxArguments: number
}

/** Checks the command, its options and the number of its arguments. @throws UsageError if they are invalid */
export function checkCommand<Command extends string>(
  rules: Readonly<Record<Command, CommandRule>>,
  name: string,
  args: readonly string[],
  options: readonly string[],
): Command {
  if (!hasKey(rules, name))
    throw new UsageError(`Unknown command "${name}". Commands: ${Object.keys(rules).join(', ')}.`)
  const rule = rules[name]
  const unknownOption = options.find((option) => !rule.options.includes(option))
  if (unknownOption !== undefined) throw new UsageError(`Unknown option --${unknownOption} for "${name}".`)
  const unexpected = args[rule.maxArguments]
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument "${unexpected}" for "${name}".`)
  return name
}

function hasKey<Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(record, key)
}
