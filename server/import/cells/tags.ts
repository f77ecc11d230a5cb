import { TAG_MAX_COUNT, TAG_MAX_LENGTH } from '../draft-limits.ts'
import { cutText } from './plain-text.ts'

/** Tags, each once whatever its capitals, as many as a product may have and as long as they may be. */
export function limitTags(texts: readonly string[]): readonly string[] {
  const tags = new Map<string, string>()
  for (const text of texts) {
    const tag = cutText(text, TAG_MAX_LENGTH)
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, TAG_MAX_COUNT)
}
