import { GrowingBytes } from '../growing-bytes.ts'
import { BLOBS, type IndexBlob } from '../index-storage.ts'
import { maskLetters } from '../word-list.ts'

/** Gathers words by their length. */
export class WordLists {
  readonly #lists = new Map<
    number,
    { count: number; readonly documents: GrowingBytes; readonly masks: GrowingBytes; readonly text: GrowingBytes }
  >()

  add(word: string, documents: number): void {
    let list = this.#lists.get(word.length)
    if (!list) {
      list = { count: 0, documents: new GrowingBytes(), masks: new GrowingBytes(), text: new GrowingBytes() }
      this.#lists.set(word.length, list)
    }
    list.count++
    list.documents.pushBytes(toBytes(documents))
    list.masks.pushBytes(toBytes(maskLetters(word)))
    list.text.pushBytes(Buffer.from(word, 'utf16le'))
  }

  get lengths(): readonly number[] {
    return [...this.#lists.keys()]
  }

  /** A blob for each length. */
  *write(): Generator<IndexBlob> {
    for (const [length, { documents, masks, text }] of this.#lists) {
      yield { name: BLOBS.words(length), bytes: Buffer.concat([documents.view(), masks.view(), text.view()]) }
    }
  }
}

function toBytes(word: number): Uint8Array {
  return new Uint8Array(new Uint32Array([word]).buffer)
}
