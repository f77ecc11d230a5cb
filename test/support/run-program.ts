import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Program {
  readonly command: readonly [program: string, ...args: string[]]
  readonly purpose: string
}

/** Runs the program that the first argument names, with the other arguments; without a known name, prints the usage. */
export async function runProgram(script: string, programs: Readonly<Record<string, Program>>): Promise<void> {
  const [name = '', ...options] = process.argv.slice(2)
  const found = programs[name]
  if (found) {
    const [program, ...args] = found.command
    const child = spawn(program, [...args, ...options], { stdio: 'inherit', shell: process.platform === 'win32' })
    const [code] = (await once(child, 'exit')) as [number | null]
    process.exitCode = code ?? 1
    return
  }
  const lines = Object.entries(programs).map(([known, { purpose }]) => `  ${known.padEnd(12)}${purpose}`)
  if (name) console.error(`unknown name "${name}"`)
  console.error(`usage: npm run ${script} -- NAME [options]\n\n${lines.join('\n')}`)
  process.exitCode = 1
}
