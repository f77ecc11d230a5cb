import { unescapeHtml } from '../../shared/escape.ts'
import { writePicture } from '../catalog/text-pictures.ts'
import { cutText } from './cells.ts'
import { ALT_MAX_LENGTH, type DraftProduct } from './draft-product.ts'
import type { ImportPlace } from './import-error.ts'
import type { ResolvedPicture } from './pictures/picture-importer.ts'

/** A picture as the sanitiser leaves it: an address or a file name, as the owner wrote it. */
const PICTURE = /<img src="([^"]*)" alt="([^"]*)" \/>/g

/** What a missing picture was alone in. */
const EMPTIED = /<(p|li|a|strong|em)(?: [^>]*)?>\s*<\/\1>/g

interface PictureFinder {
  find(source: string, place: ImportPlace): Promise<ResolvedPicture | null>
  /** Whether the text is exported as it was written, so that its pictures keep their names. */
  readonly keepsNames?: boolean
}

/** Puts the pictures of a sanitised text into the store. One that is missing leaves the text; the finder reports it. */
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

/** The addresses and file names of the pictures in a draft's texts. */
export function listTextPictures({ shortDescription, description }: DraftProduct): readonly string[] {
  return [shortDescription, description].flatMap((text) =>
    [...(text?.html ?? '').matchAll(PICTURE)].map(([, source = '']) => unescapeHtml(source)),
  )
}
