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
