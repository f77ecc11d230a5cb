import { hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Site, SiteFont } from '../../shared/site.ts'
import { FONT_USES, isSystemFont } from '../catalog/rules/fonts.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { readSource, type SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import type { SiteSettings } from './site-schema.ts'
import { readWoff2 } from '../catalog/rules/woff2.ts'

/** Largest font file. Visitors see texts in a fallback font until both fonts are loaded. */
const FONT_MAX_BYTES = 200_000

interface FontFile {
  readonly font: SiteFont
  /** Content of the file; undefined for a system font. */
  readonly bytes?: Buffer
}

/** Fonts by use; null for those that `site.json` resets. */
export type FontFiles = { readonly [Use in keyof NonNullable<Site['fonts']>]?: FontFile | null }

/**
 * @param site `site.json`, beside which the fonts are
 * @throws ImportError if a font is missing, too large, outside the folder, or not in WOFF2 format
 */
export async function readFonts(site: SourcePath, fonts: SiteSettings['fonts']): Promise<FontFiles> {
  if (fonts === null) return { display: null, text: null }
  const entries = FONT_USES.map(async (use) => {
    const name = fonts?.[use]
    return [use, name ? await readFont(site, use, name) : name] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

export async function writeFonts(stored: Site, files: FontFiles, writer: CatalogWriter): Promise<Pick<Site, 'fonts'>> {
  const fonts: { -readonly [Use in keyof NonNullable<Site['fonts']>]: SiteFont } = {}
  for (const use of FONT_USES) {
    const file = files[use]
    const font = file === undefined ? stored.fonts?.[use] : file?.font
    if (font !== undefined) fonts[use] = font
    if (file?.bytes && typeof file.font !== 'string' && !(await writer.hasImage(file.font.hash)))
      await writer.putImage(file.font.hash, { bytes: file.bytes, format: 'woff2' })
  }
  return { fonts: Object.keys(fonts).length > 0 ? fonts : undefined }
}

async function readFont({ path: file, folder }: SourcePath, use: string, name: string): Promise<FontFile> {
  if (isSystemFont(name)) return { font: name }
  const fail = (reason: string, cause?: unknown): never => {
    throw new ImportError({ file, column: `fonts.${use}` }, `"${name}": ${reason}`, { cause })
  }
  const bytes = await readSource({ path: join(dirname(file), name), folder }, FONT_MAX_BYTES).catch((error: unknown) =>
    error instanceof ImportError
      ? fail(`${error.reason}; the font must be a file beside site.json`, error)
      : Promise.reject(error),
  )
  if (bytes.length > FONT_MAX_BYTES)
    fail(`the font has more than ${FONT_MAX_BYTES / 1000} KB; save it with only the letters that your texts need`)
  const description = readWoff2(bytes)
  if ('fault' in description) return fail(description.fault)
  const { weights } = description
  return { font: { hash: hash('sha256', bytes, 'hex'), ...(weights && { weights }) }, bytes }
}
