import type { Site } from '../../../shared/site.ts'
import { FONT_USES } from '../../catalog/rules/fonts.ts'
import { readWoff2 } from '../../catalog/rules/woff2.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'

const LETTERS_SHOWN = 10

/**
 * Looks for letters of the site's, categories' and products' names that its own fonts lack.
 * @param characters all characters of the products' names
 */
export async function listFontAdvice(
  { name, fonts }: Site,
  characters: ReadonlySet<string>,
  reader: CatalogReader,
): Promise<readonly string[]> {
  if (!fonts) return []
  const categories = await reader.listCategories()
  const text = [name, ...categories.map((category) => category.name), ...characters].join('')
  const letters = new Set(text.match(/[\p{L}\p{N}]/gu))
  const advice: string[] = []
  for (const use of FONT_USES) {
    const font = fonts[use]
    const file = typeof font === 'object' ? await reader.findImage(font.hash) : undefined
    const description = file && readWoff2(Buffer.from(file.bytes))
    if (!description || 'fault' in description) continue
    const missing = [...letters].filter((letter) => !description.has(letter.codePointAt(0) ?? 0)).sort()
    if (missing.length === 0) continue
    const listed = missing.slice(0, LETTERS_SHOWN).join(', ')
    const rest = missing.length > LETTERS_SHOWN ? ` and ${missing.length - LETTERS_SHOWN} others` : ''
    advice.push(
      `The font set as "fonts.${use}" lacks letters that your names contain; they are shown in another font: ${listed}${rest}.`,
    )
  }
  return advice
}
