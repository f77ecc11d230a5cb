import type { RenditionWidth } from '../../shared/renditions.ts'

interface PicturePlace {
  /** The rendered width, by which browsers choose a file before the style sheets are loaded. */
  readonly sizes: string
  /** The widths cover device pixel ratios from 1 to 3. */
  readonly widths: readonly RenditionWidth[]
}

export const PICTURE_PLACES = {
  card: { sizes: '(min-width:1280px) 20vw,(min-width:768px) 30vw,46vw', widths: [160, 320, 480, 640, 960] },
  tile: { sizes: '(min-width:1024px) 22vw,46vw', widths: [160, 320, 480, 640, 960] },
  row: { sizes: '4rem', widths: [160] },
  gallery: { sizes: '(min-width:768px) 46vw,92vw', widths: [320, 480, 640, 960, 1200, 1920] },
  gallerySmall: { sizes: '(min-width:768px) 23vw,92vw', widths: [160, 320, 480, 640, 960, 1200] },
  hero: { sizes: '(min-width:1024px) 58vw,100vw', widths: [480, 640, 960, 1200, 1920] },
  logo: { sizes: '12rem', widths: [320, 640] },
} as const satisfies Readonly<Record<string, PicturePlace>>

export type PicturePlaceName = keyof typeof PICTURE_PLACES
