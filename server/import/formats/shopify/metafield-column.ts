export interface MetafieldColumn {
  readonly index: number
  /** What the owner calls it. */
  readonly name: string
  readonly key: string
}

/** `Material (product.metafields.specs.material)`; the `product.` is missing in some exports. */
const METAFIELD_PATTERN = /^(.*?)\s*\((?:(product|variant)\.)?metafields\.([^.()]+)\.([^()]+)\)$/i

/** Namespaces that hold the shop's machinery, which no visitor wants to read. */
const MACHINERY =
  /^(?:google|mm-google-shopping|mc-facebook|facebook|reviews|shopify--.*|app--.*|global|seo|judgeme|yotpo|loox|stamped|okendo|spr|rivyo|ali_reviews|inventory|shipping|filters?|theme)$/i

/**
 * Reads a column name as that of a metafield.
 * @returns null where it is one that is of no use here, undefined where it is none
 */
export function readMetafieldColumn(columnName: string, index: number): MetafieldColumn | null | undefined {
  const match = METAFIELD_PATTERN.exec(columnName)
  if (!match) return undefined
  const [, label = '', owner, namespace = '', key = ''] = match
  if (owner?.toLowerCase() === 'variant' || MACHINERY.test(namespace)) return null
  const name = label || key.replace(/[_-]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase())
  return { index, name, key: key.toLowerCase() }
}
