export function median(numbers: readonly number[]): number {
  const ascending = numbers.toSorted((one, other) => one - other)
  const half = ascending.length / 2
  return (ascending[Math.ceil(half) - 1]! + ascending[Math.floor(half)]!) / 2
}

export function percentile(ascending: ArrayLike<number>, share: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)]!
}
