import cluster from 'node:cluster'
import { runProcess } from './run-process.ts'
import { startWorkers } from './workers/start-workers.ts'

if (cluster.isPrimary && Number(process.env['WEB_CONCURRENCY']) > 1) await runProcess(startWorkers)
// A bundle of its own, because its first worker starts only after the primary process has loaded all of its own code: with
// the server in it, that took 0.5 s of processor time instead of 0.2 s, which delayed the first page after a crash.
else await import('./serve.ts')
