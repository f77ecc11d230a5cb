/**
 * Gets the value of a key that may come from a URL or the catalogue.
 * @returns undefined if the record lacks the key, also for inherited names such as 'constructor'
 */
export function getOwn<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** Leaves out the keys whose values are undefined or null. */
export function omitMissing<T extends object>(object: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const given = Object.entries(object).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given) as { [Key in keyof T]?: NonNullable<T[Key]> }
}
