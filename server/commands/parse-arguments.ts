import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { UsageError } from './usage-error.ts'

/**
 * Takes the words of a command line apart.
 * @throws UsageError where there is no such option, or one lacks its value
 */
export function parseArguments<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // Node's advice behind the first sentence is about arguments that begin with a dash.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.)\s|\n/)
    throw new UsageError(reason, { cause: error })
  }
}
