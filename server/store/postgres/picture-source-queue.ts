import { storableText, type Connection } from './connection.ts'
import type { StoredPicture } from '../catalog-store.ts'
import type { PostgresUndoJournal } from './undo-journal.ts'

const BATCH_SIZE = 1_000

/** Queues pictures, given by address or file name, and writes them in batches. */
export class PictureSourceQueue {
  readonly #connection: Connection
  readonly #journal: PostgresUndoJournal
  #pictures = new Map<string, StoredPicture>()

  constructor(connection: Connection, journal: PostgresUndoJournal) {
    this.#connection = connection
    this.#journal = journal
  }

  find(source: string): StoredPicture | undefined {
    return this.#pictures.get(storableText(source))
  }

  async put(source: string, picture: StoredPicture): Promise<void> {
    this.#pictures.set(storableText(source), picture)
    if (this.#pictures.size >= BATCH_SIZE) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#pictures.size === 0) return
    const pictures = [...this.#pictures]
    this.#pictures = new Map()
    const sources = pictures.map(([source]) => source)
    await Promise.all([
      this.#journal.recordReplaced('picture', sources),
      this.#connection.run(
        `INSERT INTO picture_source (source, document) SELECT * FROM unnest($1::text[], $2::text[])
         ON CONFLICT (md5(source)) DO UPDATE SET document = excluded.document`,
        sources,
        pictures.map(([, picture]) => JSON.stringify(picture)),
      ),
    ])
  }
}
