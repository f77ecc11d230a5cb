interface MemoizedPerTick<Value> {
  read(): Value
  invalidate(): void
}

/**
 * Memoizes a value for one tick of the event loop. All requests of a tick arrived before the first is handled, so none
 * can expect a later change.
 */
export function memoizePerTick<Value>(compute: () => Value): MemoizedPerTick<Value> {
  let memoized: { readonly value: Value } | undefined
  const invalidate = () => {
    memoized = undefined
  }
  return {
    invalidate,
    read() {
      if (!memoized) {
        memoized = { value: compute() }
        setImmediate(invalidate)
      }
      return memoized.value
    },
  }
}
