import { parseArgs } from 'node:util'
import { findCases } from './cases.ts'

/** Reads the options of `compare` and `server`. */
export function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '10' },
      products: { type: 'string', default: '10000' },
      cases: { type: 'string' },
    },
  })
  const [pairs, products] = [Number(values.pairs), Number(values.products)]
  // One of the cases requests the 4,242nd product.
  if (!(pairs >= 1) || !(products >= 5_000))
    throw new Error('--pairs must be at least 1, and --products at least 5000.')
  return { pairs, products, cases: findCases(values.cases), positionals }
}
