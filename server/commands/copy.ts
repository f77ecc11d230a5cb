import { count } from '../import/format-report.ts'
import { copySite } from '../copy-site.ts'
import {
  DATABASE_ADDRESS_RULE,
  describeDatabase,
  isDatabaseAddress,
  readDatabaseSettings,
  type DatabaseSettings,
} from '../platform/settings/database-settings.ts'
import { hasDatabase, openStores } from '../site.ts'
import { readConfig } from '../platform/settings/config.ts'
import type { CatalogCall } from './catalog-call.ts'
import { UsageError, writeProgress } from './command-line.ts'

/** The name of a variable, whose value may contain a password. */
const VARIABLE = /^[A-Z][A-Z\d_]*_URL$/

/** @throws UsageError if the arguments are invalid, and any error of the stores or `copySite` */
export async function runCopy({
  args: [from = '', to = ''],
  values: { force = false },
  own: { env, stderr },
  terminal,
}: CatalogCall): Promise<0> {
  const configured = readConfig(env).database
  const [source, target] = [readDatabase(from, configured, env), readDatabase(to, configured, env)]
  if (describeDatabase(source) === describeDatabase(target))
    throw new UsageError('"copy" needs two databases; both are the same.')
  if (!hasDatabase(source)) throw new UsageError(`There is no database at ${describeDatabase(source)}.`)
  await using opened = await openStores(source)
  await using filled = await openStores(target)
  const onProgress = writeProgress(stderr, 'products')
  const { products, categories, pictures, enquiries } = await copySite(opened, filled, { force, onProgress })
  terminal.log(
    `${describeDatabase(target)}: ${products} products, ${categories} categories, ${pictures} pictures, ${count(enquiries, 'enquiry', 'enquiries')}`,
  )
  return 0
}

function readDatabase(text: string, configured: DatabaseSettings, environment: NodeJS.ProcessEnv): DatabaseSettings {
  // `DATABASE_URL` means the configured database, even if the variable is not set.
  if (text === 'DATABASE_URL') return configured
  // The message does not repeat the argument, because it may contain a password.
  if (text.includes('://'))
    throw new UsageError(
      'A database address cannot be an argument, because it may have a password, and other users of this machine can read the arguments of a command. Set an environment variable to the address and pass its name: SOURCE_URL=postgres://… npm run catalog -- copy SOURCE_URL DATABASE_URL',
    )
  if (!VARIABLE.test(text)) return { kind: 'sqlite', path: text }
  const address = environment[text]?.trim()
  if (!address)
    throw new UsageError(
      `The environment variable ${text} is not set. If you mean a file of that name, write ./${text}.`,
    )
  if (!isDatabaseAddress(address)) throw new UsageError(`${text}: its value ${DATABASE_ADDRESS_RULE}.`)
  return readDatabaseSettings(address, '', { setting: text })
}
