import { defineConfig, mergeConfig } from 'vitest/config'
import { NGINX } from './support/nginx.ts'
import oneServer from './vitest.config.ts'

if (NGINX === undefined) console.log('nginx is not installed: the tests on two nodes behind it are skipped.')

/** Where a browser or a client meets a whole site; not what a single server does at its start, its end or in development. */
const FILES = [
  'browser/!(deploy|development-reload).test.ts',
  'http/{enquiries,listing-addresses,listing-filters,pages,payloads,streaming,suggestions}.test.ts',
]

/** Tests of the whole on two nodes behind a real nginx with PostgreSQL. */
export default mergeConfig(
  { ...oneServer, test: { ...oneServer.test, include: NGINX === undefined ? [] : FILES } },
  defineConfig({ test: { passWithNoTests: NGINX === undefined, env: { TEST_NODES: '2' } } }),
)
