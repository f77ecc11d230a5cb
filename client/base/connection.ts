/** Not every browser has the Network Information API. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

export function readConnection(): Connection {
  return (navigator as Navigator & { readonly connection?: Connection }).connection ?? {}
}
