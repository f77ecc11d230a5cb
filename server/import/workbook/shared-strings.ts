import { TemporaryDatabase } from '../../store/sqlite/temporary-database.ts'

/**
 * Texts beyond this go to a temporary database. Four times as many took 75 MiB more with three million texts, and saved
 * a seventh of the time.
 */
const MEMORY_MAX_CHARACTERS = 4 * 2 ** 20

/** Cells refer to these texts by number. */
export class SharedStrings implements Disposable {
  readonly #inMemory: string[] = []
  #characters = 0
  #database: TemporaryDatabase | undefined

  add(text: string): void {
    // Counts reference and header too, so that millions of short texts are bounded.
    this.#characters += text.length + 32
    if (this.#characters <= MEMORY_MAX_CHARACTERS) {
      this.#inMemory.push(text)
      return
    }
    this.#database ??= new TemporaryDatabase('CREATE TABLE string (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
    this.#database.queries.run('INSERT INTO string (text) VALUES (?)', text)
  }

  get(index: number): string | undefined {
    const text = this.#inMemory[index]
    if (text !== undefined || !this.#database) return text
    const id = index - this.#inMemory.length + 1
    const row = this.#database.queries.get('SELECT text FROM string WHERE id = ?', id)
    return row && String(row['text'])
  }

  [Symbol.dispose](): void {
    this.#database?.[Symbol.dispose]()
  }
}
