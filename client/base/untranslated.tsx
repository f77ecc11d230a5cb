import { createContext, useContext, type ReactNode } from 'react'
import type { Untranslated } from '../../shared/catalog.ts'
import { splitParts } from '../../shared/untranslated.ts'

/** Undefined on pages in the first language. */
export const UntranslatedContext = createContext<Untranslated | undefined>(undefined)

/** Marks the parts of a text that are in the first language. */
export function markText(text: string, untranslated: Untranslated | undefined): ReactNode {
  if (!untranslated) return text
  const { lang, texts } = untranslated
  if (texts.includes(text)) return <span lang={lang}>{text}</span>
  const parts = splitParts(text)
  if (!parts.some((part) => texts.includes(part))) return text
  return (
    <span>
      {[...parts.entries()].map(([place, part]) => (
        <span key={place} lang={texts.includes(part) ? lang : undefined}>
          {part}
        </span>
      ))}
    </span>
  )
}

/** @returns a function that marks a text with the context's untranslated texts */
export function useMark(): (text: string) => ReactNode {
  const untranslated = useContext(UntranslatedContext)
  return (text) => markText(text, untranslated)
}

/** Marks a text with the context's untranslated texts. It always renders an element, so it may have siblings. */
export function Marked({ text }: { readonly text: string }) {
  return <span>{useMark()(text)}</span>
}
