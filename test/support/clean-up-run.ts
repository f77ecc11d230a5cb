// Waits until its parent process has ended, then ends what remains of that test run and deletes its folder.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { listRunProcesses } from './run-folder.ts'

const folder = process.argv[2]!
process.stdin.resume()
await once(process.stdin, 'close')
const ignored = new Set([process.pid])
for (;;) {
  const left = await listRunProcesses(folder, ignored)
  if (left.length === 0) break
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}
await rm(folder, { recursive: true, force: true, maxRetries: 5 })
