/** @returns the value that more than half of the products have; undefined if there is none */
export function findUsualValue(values: readonly string[]): string | undefined {
  return values.find((value) => values.filter((other) => other === value).length * 2 > values.length)
}

export function areEqual(values: readonly string[]): boolean {
  return new Set(values).size === 1
}
