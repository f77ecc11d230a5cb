export function median(numbers: readonly number[]): number {
  const ascending = numbers.toSorted((one, other) => one - other)
  const half = ascending.length / 2
  return (ascending[Math.ceil(half) - 1]! + ascending[Math.floor(half)]!) / 2
}
