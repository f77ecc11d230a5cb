const MAX_LENGTH = 100

/** @returns the last words of a path as a search: 'blue bowl' for '/products/blue-bowl.html'; '' if it has no words */
export function readWords(pathname: string): string {
  const words = decode(pathname.slice(pathname.lastIndexOf('/') + 1))
    .replace(/\.\w+$/, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return Array.from(words).slice(0, MAX_LENGTH).join('')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
