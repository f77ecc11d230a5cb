import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listRunProcesses, openRunFolder } from '../support/run-folder.ts'

const NODE_OPTIONS = ['--input-type=module', '--eval']
const WAIT = 'net.createServer().listen(0)'

test.runIf(process.platform === 'linux')(
  'a run that leaves a process and a file behind fails and names both',
  async () => {
    const run = await openRunFolder(0)
    const folder = tmpdir()
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'forgotten.txt')
    await writeFile(file, '')
    const child = spawn(process.execPath, [...NODE_OPTIONS, WAIT])
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect(run.close()).rejects.toThrow(
      `This test run left behind:\n  process ${child.pid}: ${process.execPath} ${NODE_OPTIONS.join(' ')} ${WAIT}\n  ${file}`,
    )
    expect(tmpdir()).not.toBe(folder)
  },
)

test.runIf(process.platform === 'linux')('if a run is killed, its processes and its folder go too', async () => {
  const script = `
    import { spawn } from 'node:child_process'
    import { tmpdir } from 'node:os'
    const { openRunFolder } = await import('${join(import.meta.dirname, '..', 'support', 'run-folder.ts')}')
    await openRunFolder()
    spawn(process.execPath, ['--eval', '${WAIT}'], { detached: true })
    console.log(tmpdir())
    ${WAIT}`
  const run = spawn(process.execPath, [...NODE_OPTIONS, script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void run.kill('SIGKILL'))
  const [line] = (await once(run.stdout.setEncoding('utf8'), 'data')) as [string]
  const folder = line.trim()
  expect(await listRunProcesses(folder, new Set())).not.toEqual([])
  run.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
  await expect.poll(() => listRunProcesses(folder, new Set())).toEqual([])
})
