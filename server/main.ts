import './check-node.cjs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Caches compiled modules in the build, if its folder is writable: a start then takes 0.75 of the processor time.
enableCompileCache(join(import.meta.dirname, '..', 'compile-cache'))

await import('./serve.ts')
