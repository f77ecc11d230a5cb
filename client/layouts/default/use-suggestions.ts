import { useEffect, useState } from 'react'
import { SEARCH_MAX_LENGTH, SUGGESTIONS_DEBOUNCE_MS, SUGGESTIONS_MIN_LENGTH } from '../../../shared/constants.ts'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import { SUGGESTIONS_PATH } from '../../../shared/urls.ts'
import { ownServer } from '../../runtime/http.ts'

/** From here on a single character may be a word. */
const FIRST_KANA = '\u3041'

/**
 * Asks what a text may mean, once the keys rest, and drops what an earlier text brings too late.
 * @returns null as long as nothing is known, also where nothing can be fetched: the form works without
 */
export function useSuggestions(text: string): Suggestions | null {
  const [found, setFound] = useState<Suggestions | null>(null)
  const isLong = text.length >= SUGGESTIONS_MIN_LENGTH || text >= FIRST_KANA

  useEffect(() => {
    if (!isLong) return
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
  }, [text, isLong])

  return isLong ? found : null
}
