import { unescapeHtml } from '../../shared/escape.ts'
import { writePicture } from '../catalog/text-pictures.ts'
import { cutText } from './cells.ts'
import { ALT_MAX_LENGTH, type DraftProduct } from './draft-product.ts'
import type { ImportPlace } from './import-error.ts'
import type { ResolvedPicture } from './pictures/picture-importer.ts'

/** Matches a picture in sanitised HTML, whose `src` is still the owner's address or file name. */
const PICTURE = /<img src="([^"]*)" alt="([^"]*)" \/>/g

/** Matches elements that are empty after a missing picture was removed. */
const EMPTIED = /<(p|li|a|strong|em)(?: [^>]*)?>\s*<\/\1>/g

interface PictureFinder {
  find(source: string, place: ImportPlace): Promise<ResolvedPicture | null>
  /** Keep the original file names in the text, so that it can be exported as it was written. */
  readonly keepsNames?: boolean
}

/**
 * Replaces the pictures in a sanitised text with stored ones. A missing picture is removed from the text; the finder
 * reports it.
 */
export async function resolveTextPictures(
  html: string,
  place: ImportPlace,
  { find, keepsNames }: PictureFinder,
): Promise<string> {
  const placed: string[] = []
  for (const [, source = '', alt = ''] of html.matchAll(PICTURE)) {
    const name = unescapeHtml(source)
    const found = await find(name, place)
    placed.push(
      found
        ? writePicture({ ...found, alt: cutText(unescapeHtml(alt), ALT_MAX_LENGTH) }, keepsNames ? name : undefined)
        : '',
    )
  }
  if (placed.length === 0) return html
  const next = placed.values()
  const whole = html.replace(PICTURE, () => next.next().value!)
  return placed.includes('') ? removeEmptied(whole) : whole
}

function removeEmptied(html: string): string {
  const rest = html.replace(EMPTIED, '')
  return rest === html ? html.trim() : removeEmptied(rest)
}

export function listTextPictures({ shortDescription, description }: DraftProduct): readonly string[] {
  return [shortDescription, description].flatMap((text) =>
    [...(text?.html ?? '').matchAll(PICTURE)].map(([, source = '']) => unescapeHtml(source)),
  )
}
