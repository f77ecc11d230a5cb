/** Only some browsers have the Network Information API. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** Returns what the browser knows about the visitor's connection. */
export function readConnection(): Connection {
  return (navigator as Navigator & { readonly connection?: Connection }).connection ?? {}
}
