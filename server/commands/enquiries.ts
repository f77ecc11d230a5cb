import { runEnquiriesCommand } from './enquiries-command.ts'

process.exitCode = await runEnquiriesCommand(process.argv.slice(2), process)
