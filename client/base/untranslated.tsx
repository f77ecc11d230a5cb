import { createContext, useContext } from 'react'
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

interface MarkedProps {
  readonly text: string
  /** The default is the context's. */
  readonly untranslated?: Untranslated | undefined
}

export function Marked({ text, untranslated }: MarkedProps) {
  const known = useContext(UntranslatedContext)
  const used = untranslated ?? known
  return used ? <span dangerouslySetInnerHTML={writeMarked(text, used)} /> : text
}
