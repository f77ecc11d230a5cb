import type { DownloadRules } from '../import/files/request-address.ts'

export interface CommandProcess {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  /** Which addresses may be requested; by default only https addresses in the public internet. */
  readonly downloadRules?: DownloadRules
}

/** 130 and 143 stand for SIGINT and SIGTERM. */
export type ExitCode = 0 | 1 | 2 | 3 | 130 | 143
