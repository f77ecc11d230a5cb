import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateGoogleFeed } from '../generate-google-feed.ts'
import { generateShopifyExport } from '../generate-shopify-export.ts'
import { generateWooCommerceExport } from '../generate-woocommerce-export.ts'
import { median } from '../statistics.ts'
import type { Figure } from './figure.ts'

const FORMATS = [
  { name: 'Shopify', file: 'shopify.csv', generate: generateShopifyExport, seconds: 14 },
  { name: 'WooCommerce', file: 'woocommerce.csv', generate: generateWooCommerceExport, seconds: 19 },
  { name: 'Google', file: 'google.xml', generate: generateGoogleFeed, seconds: 20 },
] as const
const UNCHANGED_SECONDS = 6
const MEMORY_MIB = 250
const MILLION = { count: 1_000_000, seconds: 180, memoryMiB: 400 } as const

/** Prints the resources of a process as the last line of its standard error. */
const REPORTER = `data:text/javascript,process.on('exit', () => process.stderr.write('\\n' + JSON.stringify({ ...process.resourceUsage() })))`

interface ImportCost {
  readonly seconds: number
  readonly processorSeconds: number
  readonly memoryMiB: number
}

interface ImportOptions {
  readonly projectDir: string
  readonly otherDir: string
  readonly folder: string
  readonly runs: number
  readonly withMillion: boolean
}

/** Imports 100,000 products twice, beside the other checkout. */
export async function measureImports({
  projectDir,
  otherDir,
  folder,
  runs,
  withMillion,
}: ImportOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, file, generate, seconds } of FORMATS) {
    const path = join(folder, file)
    if (!existsSync(path)) await generate(path, 100_000)
    const [own, others] = [[] as ImportCost[][], [] as ImportCost[][]]
    for (let run = 0; run < runs; run++) {
      console.error(`import ${name}, run ${run + 1}`)
      own.push(await importTwice(projectDir, folder, path))
      others.push(await importTwice(otherDir, folder, path))
    }
    const describe = (place: number) =>
      `other ${median(others.map((costs) => costs[place]!.seconds)).toFixed(1)} s; processor ${median(own.map((costs) => costs[place]!.processorSeconds)).toFixed(1)} s, other ${median(others.map((costs) => costs[place]!.processorSeconds)).toFixed(1)} s`
    figures.push(
      {
        name: `import, ${name}, 100,000 products`,
        unit: 's',
        target: { atMost: seconds },
        values: own.map((costs) => costs[0]!.seconds),
        beside: describe(0),
      },
      {
        name: `import, ${name}, unchanged`,
        unit: 's',
        target: { atMost: UNCHANGED_SECONDS },
        values: own.map((costs) => costs[1]!.seconds),
        beside: describe(1),
      },
      {
        name: `import, ${name}, peak memory`,
        unit: 'MiB',
        target: { atMost: MEMORY_MIB },
        values: own.map((costs) => Math.max(...costs.map(({ memoryMiB }) => memoryMiB))),
      },
    )
  }
  if (withMillion) {
    const path = join(folder, 'shopify-million.csv')
    if (!existsSync(path)) await generateShopifyExport(path, MILLION.count)
    const costs: ImportCost[] = []
    for (let run = 0; run < runs; run++) costs.push((await importTwice(projectDir, folder, path, 1))[0]!)
    figures.push(
      {
        name: 'import, Shopify, a million products',
        unit: 's',
        target: { atMost: MILLION.seconds },
        values: costs.map(({ seconds }) => seconds),
      },
      {
        name: 'import, Shopify, a million products, peak memory',
        unit: 'MiB',
        target: { atMost: MILLION.memoryMiB },
        values: costs.map(({ memoryMiB }) => memoryMiB),
      },
    )
  }
  return figures
}

/** The first import is into an empty database. */
export async function importTwice(projectDir: string, folder: string, path: string, times = 2): Promise<ImportCost[]> {
  const dataDir = join(folder, 'import')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly catalog: string }
  }
  const [, ...command] = scripts.catalog.split(' ')
  const costs: ImportCost[] = []
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now()
    const { stderr } = await promisify(execFile)(process.execPath, ['--import', REPORTER, ...command, 'import', path], {
      cwd: projectDir,
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      maxBuffer: 2 ** 26,
    })
    const usage = JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as NodeJS.ResourceUsage
    costs.push({
      seconds: (performance.now() - startedAt) / 1_000,
      processorSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
      memoryMiB: usage.maxRSS / 1024,
    })
  }
  return costs
}
