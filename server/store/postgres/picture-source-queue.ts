import { storableText, type Connection } from './connection.ts'
import type { StoredFile } from '../catalog-reader.ts'
import type { UndoJournal } from '../undo-journal.ts'

const BATCH_SIZE = 1_000

/** Writes picture sources (URLs or file names) in batches. */
export class PictureSourceQueue {
  readonly #connection: Connection
  readonly #journal: UndoJournal
  #pictures = new Map<string, StoredFile>()
  #replaced: string[] = []

  constructor(connection: Connection, journal: UndoJournal) {
    this.#connection = connection
    this.#journal = journal
  }

  get queued(): Iterable<string> {
    return this.#pictures.keys()
  }

  find(source: string): StoredFile | undefined {
    return this.#pictures.get(storableText(source))
  }

  async put(source: string, picture: StoredFile, isReplaced: boolean): Promise<void> {
    this.#pictures.set(storableText(source), picture)
    if (isReplaced) this.#replaced.push(storableText(source))
    if (this.#pictures.size >= BATCH_SIZE) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#pictures.size === 0) return
    const [pictures, replaced] = [[...this.#pictures], this.#replaced]
    this.#pictures = new Map()
    this.#replaced = []
    await Promise.all([
      replaced.length > 0 ? this.#journal.recordPictureSources(replaced) : undefined,
      this.#connection.run(
        `INSERT INTO picture_source (source, document) SELECT * FROM unnest($1::text[], $2::text[])
         ON CONFLICT (md5(source)) DO UPDATE SET document = excluded.document`,
        pictures.map(([source]) => source),
        pictures.map(([, picture]) => JSON.stringify(picture)),
      ),
    ])
  }
}
