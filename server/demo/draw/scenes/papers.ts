/** The rolls of paper in the studio: light ones for most things, a few deep ones so that a wall of cards has a rhythm. */
export const PAPERS = {
  chalk: '#efece6',
  bone: '#e8dfd0',
  linen: '#dccfba',
  stone: '#cdc6ba',
  mist: '#cbd0cd',
  sage: '#b5b8a7',
  moss: '#7c8268',
  blush: '#dcc5b7',
  clay: '#b98f76',
  ochre: '#cdb080',
  dusk: '#66707a',
  umber: '#6b5548',
  ink: '#474849',
} as const

export type PaperName = keyof typeof PAPERS
