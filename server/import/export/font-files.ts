import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Site } from '../../../shared/site.ts'
import { FONT_USES } from '../../catalog/rules/fonts.ts'
import type { SiteSettings } from '../site-schema.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'

/** @returns the value of `fonts` in `site.json` */
export async function writeFonts(
  { fonts }: Site,
  directory: string,
  reader: CatalogReader,
): Promise<NonNullable<SiteSettings['fonts']>> {
  const names: { display?: string; text?: string } = {}
  for (const use of FONT_USES) {
    const font = fonts?.[use]
    if (typeof font === 'string') names[use] = font
    const file = typeof font === 'object' ? await reader.findImage(font.hash) : undefined
    if (!file) continue
    names[use] = fontFile(use)
    const path = join(directory, fontFile(use))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.bytes)
  }
  return names
}

/** Removes the fonts of an earlier export. */
export async function removeFonts(directory: string): Promise<void> {
  for (const use of FONT_USES) await rm(join(directory, fontFile(use)), { force: true })
}

function fontFile(use: (typeof FONT_USES)[number]): string {
  return `fonts/${use}.woff2`
}
