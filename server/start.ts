// `npm start`: builds unless a production build is newer than every source, then starts the server.
import { execFileSync, spawn } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'

const SERVER = '.build/server/main.js'
/** A build writes this file last. */
const MANIFEST = '.build/manifest.json'
const SOURCES = ['{server,client,shared,public}/**', 'build.mjs', 'package-lock.json']

/** The Dockerfile and server/deploy/vitrine@.service contain the same values. */
const OPTIONS = ['--max-semi-space-size=16']
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }

if (!hasCurrentBuild()) execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' })

const args = [...OPTIONS, SERVER]
const env = { ...process.env, ...ENVIRONMENT }
if (process.execve && process.platform !== 'win32') {
  // The server replaces this process and gets its signals.
  process.execve(process.execPath, [process.execPath, ...args], env)
} else {
  spawn(process.execPath, args, { stdio: 'inherit', env }).on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : code
  })
}

function hasCurrentBuild(): boolean {
  const builtAt = statSync(MANIFEST, { throwIfNoEntry: false })?.mtimeMs
  if (builtAt === undefined) return false
  // `npm run dev` writes a development build into the same folder.
  const { isDevelopment } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly isDevelopment: boolean }
  return !isDevelopment && globSync(SOURCES).every((path) => statSync(path).mtimeMs <= builtAt)
}
