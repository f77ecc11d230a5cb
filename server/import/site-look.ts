import type { Site } from '../../shared/site.ts'
import { contrast, formatContrast, TEXT_CONTRAST_MIN } from '../catalog/rules/contrast.ts'
import { resolvePaperAndInk } from '../catalog/rules/palette.ts'
import { ImportError } from './import-error.ts'
import type { SiteSettings } from './site-schema.ts'

/**
 * @param file path of `site.json`
 * @throws ImportError if the contrast of paper and ink is too low for text
 */
export function mergeColors(
  stored: Site,
  { paperColor = stored.paperColor, inkColor = stored.inkColor }: SiteSettings,
  file: string,
): Pick<Site, 'paperColor' | 'inkColor'> {
  const colors = { paperColor: paperColor ?? undefined, inkColor: inkColor ?? undefined }
  const { paper, ink } = resolvePaperAndInk(colors)
  const ratio = contrast(ink, paper)
  if (ratio >= TEXT_CONTRAST_MIN) return colors
  throw new ImportError(
    { file, column: paperColor ? 'paperColor' : 'inkColor' },
    `the contrast of the ink ${describeColor(ink, colors.inkColor)} on the paper ${describeColor(paper, colors.paperColor)} is ${formatContrast(ratio)}, but text needs at least ${TEXT_CONTRAST_MIN}:1; set "paperColor" and "inkColor" to one light and one dark colour`,
  )
}

function describeColor(color: string, own: string | undefined): string {
  return own === undefined ? `${color} (the default)` : color
}
