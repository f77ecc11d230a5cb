/**
 * Reads a value once in each turn of the event loop. All requests of a turn had arrived before its first one was looked at, so
 * that none of them can know of a later change.
 */
export function rememberForTurn<Value>(read: () => Value): () => Value {
  let remembered: { readonly value: Value } | undefined
  const forget = () => {
    remembered = undefined
  }
  return () => {
    if (!remembered) {
      remembered = { value: read() }
      setImmediate(forget)
    }
    return remembered.value
  }
}
