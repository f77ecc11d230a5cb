export interface CommandProcess {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

export type ExitCode = 0 | 1 | 2 | 3
