/** Clients choose the keys, so number and length are bounded. */
const ENTRIES_MAX = 500
const KEY_MAX_LENGTH = 500

/** Memoizes a pure function of a text. When the cache is full, further texts are computed each time, as are undefined results. */
export function memoizeBounded<Result>(
  compute: (text: string) => Result,
  entriesMax = ENTRIES_MAX,
): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    let result = results.get(text)
    if (result === undefined) {
      result = compute(text)
      if (results.size < entriesMax && text.length <= KEY_MAX_LENGTH) results.set(text, result)
    }
    return result
  }
}
