// Starts the built server with bounds on its memory; builds first if a source is newer than the build.
//   npm start
import { execFileSync, spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { constants } from 'node:os'

const SERVER = '.build/server/main.js'
/** Written last by a build. */
const MANIFEST = '.build/manifest.json'
const SOURCES = ['{server,client,shared,public}/**', 'build.mjs', 'package-lock.json']

/** Bounds on memory, as in Dockerfile and server/deploy/vitrine.service: a young generation of 16 MB, one malloc arena. */
const OPTIONS = ['--max-semi-space-size=16']
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const builtAt = changedAt(MANIFEST)
if (globSync(SOURCES).some((path) => changedAt(path) > builtAt)) {
  execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' })
}

const args = [...OPTIONS, SERVER]
const env = { ...process.env, ...ENVIRONMENT }
if (process.platform === 'win32') {
  const server = spawn(process.execPath, args, { stdio: 'inherit', env })
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
} else {
  // The server replaces this process and gets its signals.
  process.execve(process.execPath, [process.execPath, ...args], env)
}
