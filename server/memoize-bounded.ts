/** Clients send few different texts in a header, and owners use few names; whoever invents more is worked out each time. */
const REMEMBERED_MAX = 500
const LENGTH_MAX = 500

/** A pure function of a text that comes again and again, with the answers to the first few texts remembered. */
export function memoizeBounded<Result>(compute: (text: string) => Result): (text: string) => Result {
  const remembered = new Map<string, Result>()
  return (text) => {
    let result = remembered.get(text)
    if (result === undefined) {
      result = compute(text)
      if (remembered.size < REMEMBERED_MAX && text.length <= LENGTH_MAX) remembered.set(text, result)
    }
    return result
  }
}
