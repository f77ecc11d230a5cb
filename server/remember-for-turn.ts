/** A value that is read once in each turn of the event loop. */
interface RememberedForTurn<Value> {
  read(): Value
  /** The next one who reads is to have it anew. */
  forget(): void
}

/**
 * Reads a value once in each turn of the event loop. All requests of a turn had arrived before its first one was looked at, so
 * that none of them can know of a later change.
 */
export function rememberForTurn<Value>(read: () => Value): RememberedForTurn<Value> {
  let remembered: { readonly value: Value } | undefined
  const forget = () => {
    remembered = undefined
  }
  return {
    forget,
    read() {
      if (!remembered) {
        remembered = { value: read() }
        setImmediate(forget)
      }
      return remembered.value
    },
  }
}
