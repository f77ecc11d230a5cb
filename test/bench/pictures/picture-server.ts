// The server, except that it also fetches pictures from loopback addresses. Arguments: the folder of the build, and that of the
// project.
import { openAppContext } from '../../../server/http/app-context.ts'
import { runProcess } from '../../../server/run-process.ts'
import { startServer } from '../../../server/server.ts'

const [buildDir = '', projectDir = ''] = process.argv.slice(2)
const rules = { protocols: ['http:'], isAllowed: () => true }
await runProcess(async (config, logger) =>
  startServer(await openAppContext(config, { buildDir, projectDir }, { logger, rules })),
)
