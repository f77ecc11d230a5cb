/** Cuts at a space if possible, and never within a surrogate pair. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF\s,;:·–-]+$/, '')}…`
}
