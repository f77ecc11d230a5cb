// The server, except that it also fetches pictures from loopback addresses. Arguments: the folder of the build, and that of the
// project.
import { createLogger } from '../../../server/base/log.ts'
import { readConfig } from '../../../server/config/config.ts'
import { openAppContext } from '../../../server/http/app-context.ts'
import { startServer } from '../../../server/server.ts'

const [buildDir = '', projectDir = ''] = process.argv.slice(2)
const rules = { protocols: ['http:'], isAllowed: () => true }
const config = readConfig(process.env)
const logger = createLogger(config)
const server = await startServer(await openAppContext(config, { buildDir, projectDir }, { logger, rules }))
process.once('SIGTERM', () => void server.stop())
