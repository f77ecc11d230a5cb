import { statSync } from 'node:fs'
import { DatabaseError, unavailable } from '../database-error.ts'

/**
 * The database file that this process has open. Where another one takes its place, what is written to it goes with it:
 * nothing may be acknowledged any more.
 */
export class OpenedFile {
  readonly path: string
  readonly #identity: string | undefined

  constructor(path: string) {
    this.path = path
    this.#identity = identify(path)
  }

  /** @throws HttpError 503 where it is not the one at its path any more */
  check(): void {
    if (identify(this.path) === this.#identity) return
    throw unavailable(new DatabaseError(`The database ${this.path} cannot be used: its file was replaced or deleted; the server has to be started again`))
  }
}

function identify(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
