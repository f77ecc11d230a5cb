import './check-node.cjs'
import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Caches compiled modules in the build, if its folder is writable: a start then takes 0.75 of the processor time.
enableCompileCache(join(import.meta.dirname, '..', 'compile-cache'))

// The first worker starts only when the primary process has loaded its own code: with the server in it, that took 0.5 s
// of processor time instead of 0.2 s, which delayed the first page after a crash.
if (cluster.isPrimary && Number(process.env['WEB_CONCURRENCY']) > 1) await import('./primary.ts')
else await import('./serve.ts')
