/** One page of the demo for each route. */
export const PAGES = [
  '/',
  '/about',
  '/contact',
  '/category',
  '/category/table',
  '/products',
  '/products/breakfast-bowl',
]

/** Scores from 0 to 100: one object for each run, by category. */
export interface LighthouseScores {
  readonly path: string
  readonly device: string
  readonly scores: readonly Readonly<Record<string, number>>[]
}
