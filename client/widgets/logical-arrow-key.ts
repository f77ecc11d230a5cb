const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** An arrow key as it is meant: right is onwards, and where the page is read from right to left it is left. */
export function toLogicalArrowKey(key: string): string {
  return (document.documentElement.dir === 'rtl' && MIRRORED[key]) || key
}
