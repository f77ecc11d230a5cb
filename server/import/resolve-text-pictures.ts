import { unescapeHtml } from '../platform/escape-html.ts'
import { writePicture } from '../catalog/rules/text-pictures.ts'
import { cutText } from './cells.ts'
import { LIMITS, type DraftHtml, type DraftProduct, type Given } from './draft-product.ts'
import type { FileImporter, ResolvedPicture } from './file-importer.ts'

/** Its `src` is still that of the file. */
const PICTURE = /<img src="([^"]*)" alt="([^"]*)" \/>/g

/** Elements that are empty without their picture. */
const EMPTIED = /<(p|li|a|strong|em)(?: [^>]*)?>\s*<\/\1>/g

/**
 * Replaces each picture in a sanitised text by what `find` returns, or removes it.
 * @param keepsNames whether the text keeps the file names, so that it can be exported as it was written
 */
export async function resolveTextPictures(
  html: string,
  find: (source: string) => Promise<ResolvedPicture | null>,
  keepsNames = false,
): Promise<string> {
  const placed: string[] = []
  for (const [, source = '', alt = ''] of html.matchAll(PICTURE)) {
    const name = unescapeHtml(source)
    const found = await find(name)
    placed.push(
      found
        ? writePicture({ ...found, alt: cutText(unescapeHtml(alt), LIMITS.alt) }, keepsNames ? name : undefined)
        : '',
    )
  }
  if (placed.length === 0) return html
  let index = 0
  const whole = html.replace(PICTURE, () => placed[index++] ?? '')
  return placed.includes('') ? removeEmptied(whole) : whole
}

function removeEmptied(html: string): string {
  const rest = html.replace(EMPTIED, '')
  return rest === html ? html.trim() : removeEmptied(rest)
}

/** Finds the pictures of a product's text. */
export async function placeText(text: Given<DraftHtml>, files: FileImporter): Promise<Given<string>> {
  return text && resolveTextPictures(text.html, (source) => files.findPicture(source, text.place))
}

/** The sources are as in the file. */
export function listTextPictures({ shortDescription, description }: DraftProduct): readonly string[] {
  return [shortDescription, description].flatMap((text) =>
    [...(text?.html ?? '').matchAll(PICTURE)].map(([, source = '']) => unescapeHtml(source)),
  )
}
