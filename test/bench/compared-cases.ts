import { payloadUrl } from '../../shared/urls.ts'
import { CASES, type BenchCase } from './cases.ts'

const SHORT_COLD_REQUESTS = 2_000

/** A case whose processor time is compared between two checkouts. */
export interface ComparedCase extends BenchCase {
  /** Requests in a round, if not the usual number. */
  readonly requests?: number
}

const hot = (name: string, path: string): ComparedCase => ({
  name,
  limit: null,
  isOneUrl: true,
  acceptEncoding: 'br',
  paths: () => () => path,
})
const existing = (name: string, changes: Partial<BenchCase> = {}): BenchCase => ({
  ...CASES.find((candidate) => candidate.name === name)!,
  ...changes,
})
const coldProduct = existing('cold product')
export const COMPARED_CASES: readonly ComparedCase[] = [
  hot('hot home', '/'),
  existing('hot page', { name: 'hot product' }),
  hot('hot listing', '/products'),
  existing('not modified'),
  coldProduct,
  existing('cold product (brotli)'),
  existing('cold listing'),
  existing('cold listing', { name: 'cold listing (brotli)', acceptEncoding: 'br' }),
  {
    ...coldProduct,
    name: 'cold payload',
    requests: SHORT_COLD_REQUESTS,
    paths: (catalogue) => {
      const productPathOf = coldProduct.paths(catalogue)
      return (number) => payloadUrl(productPathOf(number), '', catalogue.buildId)
    },
  },
  {
    ...coldProduct,
    name: 'not found',
    requests: SHORT_COLD_REQUESTS,
    status: 404,
    paths: () => (number) => `/products/missing-${number}`,
  },
]

/** @throws if no case has this name */
export function findComparedCase(name: string): ComparedCase {
  const found = COMPARED_CASES.find((candidate) => candidate.name === name)
  if (!found)
    throw new Error(
      `unknown case "${name}"; the cases are ${COMPARED_CASES.map((candidate) => candidate.name).join(', ')}`,
    )
  return found
}
