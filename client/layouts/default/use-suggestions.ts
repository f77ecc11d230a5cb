import { useEffect, useState } from 'react'
import { SEARCH_MAX_LENGTH, SUGGESTIONS_DEBOUNCE_MS, SUGGESTIONS_MIN_LENGTH } from '../../../shared/constants.ts'
import { LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import { SUGGESTIONS_PATH } from '../../../shared/urls.ts'
import { ownServer } from '../../base/http.ts'

/** From this character on (kana, Han, Hangul), a single character can be a word. */
const FIRST_KANA = '\u3041'

/**
 * Fetches suggestions for a text, debounced; the request for an earlier text is aborted.
 * @returns null until suggestions are loaded, or if they cannot be loaded
 */
export function useSuggestions(text: string): Suggestions | null {
  const [found, setFound] = useState<Suggestions | null>(null)
  const isLongEnough = text.length >= SUGGESTIONS_MIN_LENGTH || text >= FIRST_KANA

  useEffect(() => {
    if (!isLongEnough) return
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      try {
        const { body } = await ownServer(
          `${SUGGESTIONS_PATH}?${new URLSearchParams({ [LISTING_KEYS.search]: text.slice(0, SEARCH_MAX_LENGTH) })}`,
          { signal },
        )
        if (!signal.aborted) setFound(body as Suggestions)
      } catch {
        if (!signal.aborted) setFound(null)
      }
    }
    const timer = setTimeout(() => void load(), SUGGESTIONS_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isLongEnough])

  return isLongEnough ? found : null
}
