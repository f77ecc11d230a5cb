// Runs a command of the catalogue, which may also request loopback addresses. Arguments: PostgreSQL address or an empty text, the
// data folder, and the command.
import { runCatalogCommand } from '../../server/commands/catalog-command.ts'

const [url = '', dataDir = '', ...args] = process.argv.slice(2)
const { stdin, stdout, stderr } = process
process.exitCode = await runCatalogCommand(args, {
  stdin,
  stdout,
  stderr,
  env: { DATA_DIR: dataDir, ...(url !== '' && { DATABASE_URL: url }) },
  downloadRules: { protocols: ['http:'], isAllowed: () => true },
})
