import { cutText } from './cells/plain-text.ts'

const CATEGORY_NAME_MAX_LENGTH = 200
/** Deeper trees than this are a mistake in the file; the taxonomy of Shopify has eight levels. */
const CATEGORY_MAX_DEPTH = 10

/** `Table > Bowls` as names from the top level down. */
export function readCategoryNames(path: string): readonly string[] {
  return path
    .split('>')
    .map((name) => cutText(name.trim(), CATEGORY_NAME_MAX_LENGTH))
    .filter((name) => name !== '')
    .slice(0, CATEGORY_MAX_DEPTH)
}
