/** A set of products: bit n stands for the n-th product of the index. */
export type Bits = Uint32Array

export function createBits(size: number): Bits {
  return new Uint32Array(Math.ceil(size / 32))
}

export function setBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

export function hasBit(bits: Bits, ordinal: number): boolean {
  return (bits[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0
}

/** Leaves in the first set what is in the second one, too. */
export function intersect(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!
}

export function unite(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!
}

/** Takes out of the first set what is in the second one. */
export function subtract(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~other[word]!
}

export function countBits(bits: Bits): number {
  return countCommonBits(bits, bits)
}

/** Counts the ones of each word as `countOnes` does, which costs half as much without calling it. */
export function countCommonBits(bits: Bits, other: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) {
    const common = bits[word]! & other[word]!
    const pairs = common - ((common >>> 1) & 0x55555555)
    const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
    count += Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/**
 * Ordinals from one place of a set to another, the lowest first.
 * @param to exclusive
 */
export function listBits(bits: Bits, from: number, to: number): readonly number[] {
  const ordinals: number[] = []
  let place = 0
  for (let word = 0; word < bits.length && place < to; word++) {
    const count = countOnes(bits[word]!)
    if (place + count > from) {
      for (let rest = bits[word]!, at = place; rest !== 0 && at < to; rest &= rest - 1, at++) {
        if (at >= from) ordinals.push(word * 32 + 31 - Math.clz32(rest & -rest))
      }
    }
    place += count
  }
  return ordinals
}

/** Ones of 32 bits, counted in parallel: pairs, nibbles, bytes, and the bytes' sum. */
export function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
