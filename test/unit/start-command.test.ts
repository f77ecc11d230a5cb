import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../support/folders.ts'

const read = (path: string) => readFileSync(join(PROJECT_DIR, path), 'utf8')

test('npm, the container and systemd start the server with the same options and environment', () => {
  const script = read('server/start.ts')
  const [, option] = /^const OPTIONS = \['(.+)'\]$/m.exec(script)!
  const [, name, value] = /^const ENVIRONMENT = \{ (\w+): '(\d+)' \}$/m.exec(script)!
  const [environment, command] = [`${name}=${value}`, `node ${option} .build/server/main.js`]
  expect(read('Dockerfile')).toContain(
    `ENV ${environment}\nCMD ${JSON.stringify(command.split(' ')).replaceAll(',', ', ')}\n`,
  )
  const service = read('server/deploy/vitrine.service')
  expect(service).toMatch(new RegExp(`^Environment=.*\\b${environment}$`, 'm'))
  expect(service).toContain(`ExecStart=/usr/bin/${command}\n`)
})
