import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListingReport } from '../listings.ts'
import type { Figure } from './figure.ts'

const PART_NUMBERS = ['part number', 'suggestions, part number']
const SEARCH_MOST_MS = 25
const MEMORY_MOST_MIB = 300

export function measureSearch(folder: string, runs: number): Figure[] {
  const reports = Array.from({ length: runs }, () => {
    const path = join(folder, 'listings.json')
    execFileSync(process.execPath, [join(import.meta.dirname, '..', 'listings.ts'), '1000000', path], {
      stdio: 'ignore',
    })
    return JSON.parse(readFileSync(path, 'utf8')) as ListingReport
  })
  return [
    ...PART_NUMBERS.map((name) => ({
      name: `${name} among a million products, 99th percentile`,
      unit: 'ms',
      target: { atMost: SEARCH_MOST_MS },
      values: reports.map(({ p99 }) => p99[name]!),
    })),
    {
      name: 'memory after all listings of a million products',
      unit: 'MiB',
      target: { atMost: MEMORY_MOST_MIB },
      values: reports.map(({ mebibytes }) => mebibytes),
    },
  ]
}
