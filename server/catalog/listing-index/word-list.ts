import { GrowingBytes } from './growing-bytes.ts'
import { BLOBS, type IndexBlob } from './index-storage.ts'

/** Words of one length, for whoever mistypes one. */
export interface WordList {
  /** Letters of a word. */
  readonly length: number
  /** Of each word in how many products it is. */
  readonly documents: Uint32Array
  /** Of each word which letters it has, as `maskLetters` has it. */
  readonly masks: Uint32Array
  /** One behind the other. */
  readonly text: string
}

/** A bit for each letter, shared by those that are 32 apart: words with many different bits are far from each other. */
export function maskLetters(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask >>> 0
}

/** Gathers words by their length. */
export class WordLists {
  readonly #lists = new Map<number, { count: number; readonly documents: GrowingBytes; readonly masks: GrowingBytes; readonly text: GrowingBytes }>()

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

export function readWordList(bytes: Uint8Array, length: number): WordList {
  // Both tables take four bytes a word, its letters two each.
  const count = bytes.length / (8 + length * 2)
  const words = new Uint32Array(new Uint8Array(bytes.subarray(0, count * 8)).buffer)
  return {
    length,
    documents: words.subarray(0, count),
    masks: words.subarray(count),
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf16le', count * 8),
  }
}
