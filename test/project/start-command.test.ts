import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useBuild } from '../support/builds.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const read = (path: string) => readFileSync(join(PROJECT_DIR, path), 'utf8')

test('npm, the container and systemd start the server with the same options', () => {
  const [, option] = / (--max-\S+) \.build\/server\/main\.js"/.exec(read('package.json'))!
  const command = `node ${option} .build/server/main.js`
  expect(read('Dockerfile')).toContain(
    `ENV MALLOC_ARENA_MAX=1\nCMD ${JSON.stringify(command.split(' ')).replaceAll(',', ', ')}\n`,
  )
  const service = read('server/deploy/vitrine@.service')
  expect(service).toMatch(/^Environment=.*\bMALLOC_ARENA_MAX=1$/m)
  expect(service).toContain(`ExecStart=/usr/bin/${command}\n`)
})

const CHECK = ['--require', './server/check-node.cjs']

test.each([
  ['the build', [...CHECK, 'build.mjs']],
  ['the built server', [join(await useBuild('production'), 'server/main.js')]],
])('%s prints one line with the version that it needs if Node is too old', async (_what, args) => {
  await using folder = await makeTemporaryFolder()
  const old = join(folder.path, 'old.cjs')
  await writeFile(old, "Object.defineProperty(process, 'version', { value: 'v22.23.3' })")
  const run = promisify(execFile)(process.execPath, ['--require', old, ...args], {
    cwd: PROJECT_DIR,
    env: { PORT: 'x' },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `Vitrine needs Node.js 24 or newer, but ${process.execPath} is v22.23.3.\n`,
  })
})

test('the required version is that of package.json, and each npm script that starts Node checks it first', () => {
  const { engines, scripts } = JSON.parse(read('package.json')) as {
    engines: Record<string, string>
    scripts: Record<string, string>
  }
  expect(read('server/check-node.cjs')).toContain(`const MINIMUM = ${engines['node']!.slice('>='.length)}\n`)
  const starts = Object.values(scripts).filter((script) => script.startsWith('node '))
  expect(starts.length).toBeGreaterThan(4)
  for (const script of starts) expect(script).toContain(`node ${CHECK.join(' ')} `)
})
