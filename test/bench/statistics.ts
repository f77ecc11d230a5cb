/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!
}

/** @param ascending at least one number */
export function percentile(ascending: ArrayLike<number>, share: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)]!
}
