/** What an import shows otherwise than the file has it, or leaves out, although nothing of it is wrong. */
export const ADAPTATIONS = {
  link: {
    title: 'Videos and frames that became links',
    reason: 'it became a link',
    describe: (count: number) => `${count} ${count === 1 ? 'video or frame' : 'videos or frames'} shown as links`,
  },
  picture: {
    title: 'Pictures removed from texts, because their address cannot be used',
    reason: 'the picture was removed',
    describe: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'} removed from texts`,
  },
  element: {
    title: 'Elements removed from texts, because a page cannot show them',
    reason: 'the element was removed',
    describe: (count: number) => `${count} ${count === 1 ? 'element' : 'elements'} removed from texts`,
  },
  shortcode: {
    title: 'Shortcodes removed from texts',
    reason: 'the shortcode was removed',
    describe: (count: number) => `${count} ${count === 1 ? 'shortcode' : 'shortcodes'} removed from texts`,
  },
  barcode: {
    title: 'Barcodes whose leading zeros were restored',
    reason: 'has lost its leading zeros in a spreadsheet; they were restored',
    describe: (count: number) => `${count} ${count === 1 ? 'barcode' : 'barcodes'} with leading zeros restored`,
  },
  category: {
    title: 'Products with further categories (a product stands in the deepest one, the others are kept as tags)',
    reason: 'the product is not listed in these categories',
    describe: (count: number) => `${count} ${count === 1 ? 'product' : 'products'} with further categories`,
  },
} as const

export type Adaptation = keyof typeof ADAPTATIONS

/** Takes what became of a part of a text. */
export type NoteAdaptation = (adaptation: Adaptation, value: string) => void
