import { createContext, useContext, type Context } from 'react'

/**
 * Creates the context of a widget's root and its parts.
 * @returns the context, and a hook that throws if the named part is used outside the root
 */
export function createPartContext<Value>(root: string): readonly [Context<Value | null>, (part: string) => Value] {
  const PartContext = createContext<Value | null>(null)
  function usePartContext(part: string): Value {
    const value = useContext(PartContext)
    if (value === null) throw new Error(`<${part}> must be inside <${root}>`)
    return value
  }
  return [PartContext, usePartContext]
}

export function joinClasses(own: string, given: string | undefined): string {
  return given === undefined ? own : `${own} ${given}`
}
