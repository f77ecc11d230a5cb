import { runProcess } from './run-process.ts'
import { startWorkers } from './workers/start-workers.ts'

await runProcess(startWorkers)
