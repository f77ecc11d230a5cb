/** No option is active: the text itself is. */
export const NO_OPTION = -1

/**
 * The option that a key leads to. Up and Down go round through the options and the text between the last and the first.
 * @returns `NO_OPTION` for all other keys: they are the text's, and take the mark back there
 */
export function moveActiveOption(key: string, active: number, count: number): number {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return NO_OPTION
  const places = count + 1
  return ((active + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1
}
