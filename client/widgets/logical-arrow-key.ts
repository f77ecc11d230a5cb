const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Swaps the left and right arrow keys on right-to-left pages. */
export function toLogicalArrowKey(key: string): string {
  return (document.documentElement.dir === 'rtl' && MIRRORED[key]) || key
}
