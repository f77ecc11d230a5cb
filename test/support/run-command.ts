import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { Writable, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { runCatalogCommand } from '../../server/commands/catalog-command.ts'
import { runEnquiriesCommand } from '../../server/commands/enquiries-command.ts'
import { COMPILE_CACHE_DIR, PROJECT_DIR } from './folders.ts'
import { readPaths } from './test-settings.ts'

type Command = 'catalog' | 'enquiries'

export interface CommandResult {
  /** The exit code, or the signal's name. */
  readonly code: number | string
  readonly out: string
  readonly err: string
}

/** Written to stderr by an import of more than five seconds. */
const PROGRESS = /^\d+ of \d+ rows\n/gm

export const withoutProgress = (text: string): string => text.replace(PROGRESS, '')

/**
 * Starts one of the owner's commands like its npm script, with only these settings in its environment.
 * @param through command prefix, for example with a limit on file sizes
 */
export function startCommand(
  command: Command,
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
  through: readonly string[] = [],
): ChildProcessByStdio<null, Readable, Readable> {
  const [program, ...rest] = [...through, process.execPath, `server/commands/${command}.ts`]
  return spawn(program, [...rest, ...args], {
    cwd: PROJECT_DIR,
    env: { ...readPaths(), NODE_COMPILE_CACHE: COMPILE_CACHE_DIR, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command in its own process like `startCommand`. The result has no lines with the progress of an import. */
export async function spawnCommand(...given: Parameters<typeof startCommand>): Promise<CommandResult> {
  const child = startCommand(...given)
  const [out, err, [code, signal]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close'),
  ])
  // Decoding a stream would drop the byte order mark.
  return { code: (code ?? signal) as number | string, out: out.toString(), err: withoutProgress(err.toString()) }
}

const RUN = { catalog: runCatalogCommand, enquiries: runEnquiriesCommand }

/** Runs a command in this process, which takes a tenth of the time. */
export async function runCommand(
  command: Command,
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<CommandResult> {
  const [stdout, stderr] = [new CollectedText(), new CollectedText()]
  const code = await RUN[command](args, {
    env: { ...settings },
    stdin: NO_TERMINAL,
    stdout: stdout.stream,
    stderr: stderr.stream,
  })
  return { code, out: stdout.text, err: stderr.text }
}

export const NO_TERMINAL = { isTTY: false } as NodeJS.ReadStream

export class CollectedText {
  text = ''
  readonly stream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      this.text += String(chunk)
      done()
    },
  }) as unknown as NodeJS.WriteStream
}
