import { count } from '../import/format-report.ts'
import { copySite, TargetNotEmptyError } from '../copy-site.ts'
import {
  DATABASE_ADDRESS_RULE,
  describeDatabase,
  isDatabaseAddress,
  readDatabaseSettings,
  type DatabaseSettings,
} from '../platform/settings/database-settings.ts'
import { hasDatabase, openStores } from '../site.ts'
import { ProgressDisplay } from './progress.ts'
import { readConfig } from '../platform/settings/config.ts'
import type { CatalogCall } from './catalog-call.ts'
import { UsageError } from './command-line.ts'

/** The name of a variable, whose value may contain a password. */
const VARIABLE = /^[A-Z][A-Z\d_]*_URL$/

/** @throws UsageError if the arguments are invalid or the target is not empty, and any error of the stores */
export async function runCopy({
  args: [from = '', to = ''],
  values: { force = false },
  own: { env, stderr },
  terminal,
}: CatalogCall): Promise<0> {
  const configured = readConfig(env).database
  const [source, target] = [readAddress(from, configured, env), readAddress(to, configured, env)]
  if (describeDatabase(source) === describeDatabase(target))
    throw new UsageError('"copy" needs two databases; both are the same.')
  if (!hasDatabase(source)) throw new UsageError(`There is no database at ${describeDatabase(source)}.`)
  await using opened = await openStores(source)
  await using filled = await openStores(target)
  const { public: shown, unlisted, hidden } = (await opened.catalog.readStatistics()).products
  const display = new ProgressDisplay(stderr, 'products')
  const onProgress = (copied: number) => display.show(copied, shown + unlisted + hidden)
  try {
    const copied = await copySite(opened, filled, { force, onProgress }).finally(() => display.stop())
    const { products, categories, pictures, enquiries } = copied
    terminal.log(
      `${describeDatabase(target)}: ${products} products, ${categories} categories, ${pictures} pictures, ${count(enquiries, 'enquiry', 'enquiries')}`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof TargetNotEmptyError)) throw error
    const consequence = 'Use --force to replace its catalogue and to add the enquiries to the existing ones.'
    throw new UsageError(`${describeDatabase(target)}: ${error.message}. ${consequence}`, { cause: error })
  }
}

function readAddress(text: string, configured: DatabaseSettings, environment: NodeJS.ProcessEnv): DatabaseSettings {
  // `DATABASE_URL` means the configured database, even if the variable is not set.
  if (text === 'DATABASE_URL') return configured
  if (VARIABLE.test(text)) return readVariable(text, environment[text]?.trim())
  if (isDatabaseAddress(text)) return readDatabaseSettings(text, '')
  // The message does not repeat the argument, because a mistyped address may contain a password.
  if (text.includes('://'))
    throw new UsageError(
      '"copy" accepts postgres://user@host:5432/name, the path of a file, and the name of an environment variable that ends in _URL, such as DATABASE_URL.',
    )
  return { kind: 'sqlite', path: text }
}

function readVariable(name: string, address: string | undefined): DatabaseSettings {
  if (!address)
    throw new UsageError(
      `The environment variable ${name} is not set. If you mean a file of that name, write ./${name}.`,
    )
  if (!isDatabaseAddress(address)) throw new UsageError(`${name}: its value ${DATABASE_ADDRESS_RULE}.`)
  return readDatabaseSettings(address, '', { setting: name })
}
