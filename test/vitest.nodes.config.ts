import { defineConfig, mergeConfig } from 'vitest/config'
import { NGINX } from './support/nginx.ts'
import oneServer from './vitest.config.ts'

if (NGINX === undefined) console.log('nginx is not installed: the tests on two nodes behind it are skipped.')

/** Tests of a whole site, not of one server's start, end or development. */
const FILES = [
  'browser/!(deploy|development-reload).test.ts',
  'http/{enquiries,listing-addresses,listing-filters,pages,payloads,streaming,suggestions}.test.ts',
]

/** Tests on two nodes behind nginx with PostgreSQL. */
export default mergeConfig(
  { ...oneServer, test: { ...oneServer.test, include: NGINX === undefined ? [] : FILES } },
  defineConfig({ test: { passWithNoTests: NGINX === undefined, env: { TEST_NODES: '2' } } }),
)
