import { TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'

/**
 * Characters that are held in memory; texts beyond go to a temporary database. A limit four times as high took 75 MiB
 * more with three million texts, and saved a seventh of the time.
 */
const MEMORY_MAX_CHARACTERS = 4 * 2 ** 20

/**
 * The texts of a workbook, which its cells refer to by number. The temporary database is deleted when it is garbage
 * collected.
 */
export class SharedStrings {
  readonly #inMemory: string[] = []
  #characters = 0
  #queries: TemporaryDatabase['queries'] | undefined

  add(text: string): void {
    // The constant counts the reference and header of a string too, so that millions of short texts are bounded.
    this.#characters += text.length + 32
    if (this.#characters <= MEMORY_MAX_CHARACTERS) {
      this.#inMemory.push(text)
      return
    }
    this.#queries ??= new TemporaryDatabase('CREATE TABLE string (id INTEGER PRIMARY KEY, text TEXT NOT NULL)').queries
    this.#queries.run('INSERT INTO string (text) VALUES (?)', text)
  }

  get(index: number): string | undefined {
    const text = this.#inMemory[index]
    if (text !== undefined || !this.#queries) return text
    const id = index - this.#inMemory.length + 1
    const row = this.#queries.get('SELECT text FROM string WHERE id = ?', id)
    return row && String(row['text'])
  }
}
