import { NGINX } from './support/nginx.ts'
import { configureSite } from './vitest.config.ts'

// Workers inherit it, and the shared demo server reads it in this process.
process.env['TEST_NODES'] = '2'

if (NGINX === undefined) console.log('nginx is not installed: the tests on two nodes behind it are skipped.')

/**
 * Tests whose results do not depend on a second node: they check layout, colours and input in a loaded page, or the start,
 * shutdown and development of one server. `two-nodes` always starts two nodes.
 */
const INDEPENDENT_OF_NODES = [
  'accessibility',
  'cards',
  'category-tiles',
  'comparison',
  'compare-marks',
  'deploy',
  'development-reload',
  'failed-pictures',
  'focused-elements',
  'forced-colors',
  'lightbox',
  'odd-states',
  'own-look',
  'page-frame',
  'page-widgets',
  'print',
  'product-kinds',
  'product-page',
  'tables',
  'two-nodes',
]

const FILES = [
  `browser/!(${INDEPENDENT_OF_NODES.join('|')}).test.ts`,
  'web/{enquiries,listing-pages,pages,payloads,streaming,suggestions}.test.ts',
]

/** Tests on two nodes behind nginx with PostgreSQL. */
export default configureSite(NGINX === undefined ? [] : FILES, { passWithNoTests: NGINX === undefined })
