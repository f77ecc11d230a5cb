import { createContext, useContext, type ReactNode } from 'react'
import type { Untranslated } from '../../shared/catalog.ts'
import { splitParts } from '../../shared/untranslated.ts'
import { html, type Html } from './html.ts'

/** Undefined on pages in the first language. */
export const UntranslatedContext = createContext<Untranslated | undefined>(undefined)

/** Marks the parts of a text that are in the first language. */
export function writeMarked(text: string, untranslated: Untranslated | undefined): Html {
  if (!untranslated) return html`${text}`
  const { lang, texts } = untranslated
  const parts = texts.includes(text) ? [text] : splitParts(text)
  return html`${parts.map((part) => (texts.includes(part) ? html`<span lang="${lang}">${part}</span>` : html`${part}`))}`
}

/** @returns a function that marks texts like `Marked`, for components that write HTML */
export function useMark(): (text: string) => Html {
  const untranslated = useContext(UntranslatedContext)
  return (text) => writeMarked(text, untranslated)
}

/** Marks a text like `Marked`, which is slower if there are hundreds. */
export function markText(text: string, untranslated: Untranslated | undefined): ReactNode {
  return untranslated ? <span dangerouslySetInnerHTML={writeMarked(text, untranslated)} /> : text
}

/** Marks a text with the context's untranslated texts. It always renders an element, so it may have siblings. */
export function Marked({ text }: { readonly text: string }) {
  return <span dangerouslySetInnerHTML={writeMarked(text, useContext(UntranslatedContext))} />
}
