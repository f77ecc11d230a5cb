import { unescapeHtml } from '../../shared/escape.ts'
import { writePicture } from '../catalog/text-pictures.ts'
import { cutText } from './cells.ts'
import { ALT_MAX_LENGTH, type DraftProduct } from './draft-product.ts'
import type { ResolvedPicture } from './pictures/picture-importer.ts'

/** Matches a picture whose `src` is still the owner's address or file name. */
const PICTURE = /<img src="([^"]*)" alt="([^"]*)" \/>/g

/** Matches elements that are empty after their picture was removed. */
const EMPTIED = /<(p|li|a|strong|em)(?: [^>]*)?>\s*<\/\1>/g

/**
 * Replaces each picture in a sanitised text with the picture that `find` returns, or removes it if there is none.
 * @param keepsNames whether the text keeps the original file names, so that it can be exported as it was written
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
        ? writePicture({ ...found, alt: cutText(unescapeHtml(alt), ALT_MAX_LENGTH) }, keepsNames ? name : undefined)
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

/** Lists the picture sources in a draft's texts, as written in the file. */
export function listTextPictures({ shortDescription, description }: DraftProduct): readonly string[] {
  return [shortDescription, description].flatMap((text) =>
    [...(text?.html ?? '').matchAll(PICTURE)].map(([, source = '']) => unescapeHtml(source)),
  )
}
