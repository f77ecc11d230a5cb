import { copySite, TargetNotEmptyError } from '../copy-site.ts'
import { describeDatabase, isDatabaseAddress, readDatabaseSettings, type DatabaseSettings } from '../database-settings.ts'
import { hasDatabase, openStores } from '../open-stores.ts'
import { UsageError } from './usage-error.ts'

/** Stands for the database of the settings, so that no password has to be typed where every process sees it. */
const CONFIGURED = 'DATABASE_URL'

/** How often a line tells how far it is. */
const PROGRESS_INTERVAL_MS = 5_000

interface CopyArguments {
  readonly from: string
  readonly to: string
  readonly force: boolean
}

/**
 * Copies a site from one database to another.
 * @param configured the database of the settings
 * @throws UsageError where it cannot be meant so, and what the stores throw
 */
export async function runCopy({ from, to, force }: CopyArguments, configured: DatabaseSettings): Promise<void> {
  const [source, target] = [readAddress(from, configured), readAddress(to, configured)]
  if (describeDatabase(source) === describeDatabase(target)) throw new UsageError('"copy" needs two databases; both are the same.')
  if (!hasDatabase(source)) throw new UsageError(`There is no database at ${describeDatabase(source)}.`)
  await using opened = await openStores(source)
  await using filled = await openStores(target)
  let shownAt = performance.now()
  const onProgress = (products: number) => {
    if (performance.now() - shownAt < PROGRESS_INTERVAL_MS) return
    shownAt = performance.now()
    process.stderr.write(`${products} products\n`)
  }
  try {
    const { products, categories, pictures, enquiries } = await copySite(opened, filled, { force, onProgress })
    console.log(`${describeDatabase(target)}: ${products} products, ${categories} categories, ${pictures} pictures, ${enquiries} enquiries`)
  } catch (error) {
    if (!(error instanceof TargetNotEmptyError)) throw error
    const consequence = '--force takes its catalogue away, and puts the enquiries beside those that are there.'
    throw new UsageError(`${describeDatabase(target)} ${error.message}. ${consequence}`, { cause: error })
  }
}

function readAddress(text: string, configured: DatabaseSettings): DatabaseSettings {
  if (text === CONFIGURED) return configured
  if (isDatabaseAddress(text)) return readDatabaseSettings(text, '')
  // What is mistyped may hold a password.
  if (text.includes('://')) throw new UsageError('"copy" knows postgres://user:password@host:5432/name, the path of a file, and DATABASE_URL for the database of the settings.')
  return { kind: 'sqlite', path: text }
}
