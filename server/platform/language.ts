import type { Site } from '../../shared/site.ts'
import { createTexts as createGerman } from '../../shared/messages/de.ts'
import { createTexts as createEnglish } from '../../shared/messages/en.ts'
import { createTexts as createSpanish } from '../../shared/messages/es.ts'
import { createTexts as createFrench } from '../../shared/messages/fr.ts'
import { createTexts as createItalian } from '../../shared/messages/it.ts'
import { createTexts as createDutch } from '../../shared/messages/nl.ts'
import { createTexts as createPortuguese } from '../../shared/messages/pt.ts'
import { createTexts as createPolish } from '../../shared/messages/pl.ts'
import { createTexts as createArabic } from '../../shared/messages/ar.ts'
import {
  createMessages,
  languageOf,
  type CreateTexts,
  type Language,
  type Messages,
} from '../../shared/messages/messages.ts'
import { texts as germanTexts } from '../../shared/messages/server-texts/de.ts'
import { texts as englishTexts, type ServerTexts } from '../../shared/messages/server-texts/en.ts'
import { texts as spanishTexts } from '../../shared/messages/server-texts/es.ts'
import { texts as frenchTexts } from '../../shared/messages/server-texts/fr.ts'
import { texts as italianTexts } from '../../shared/messages/server-texts/it.ts'
import { texts as dutchTexts } from '../../shared/messages/server-texts/nl.ts'
import { texts as portugueseTexts } from '../../shared/messages/server-texts/pt.ts'
import { texts as polishTexts } from '../../shared/messages/server-texts/pl.ts'
import { texts as arabicTexts } from '../../shared/messages/server-texts/ar.ts'
import { applyWording, type Wording } from '../../shared/messages/wording.ts'
import { memoizeBounded } from './memoize-bounded.ts'

const LANGUAGE_FILES: Readonly<Record<Language, readonly [CreateTexts, ServerTexts]>> = {
  en: [createEnglish, englishTexts],
  de: [createGerman, germanTexts],
  es: [createSpanish, spanishTexts],
  fr: [createFrench, frenchTexts],
  it: [createItalian, italianTexts],
  nl: [createDutch, dutchTexts],
  pt: [createPortuguese, portugueseTexts],
  pl: [createPolish, polishTexts],
  ar: [createArabic, arabicTexts],
}

export type SiteLanguage = Pick<Site, 'locale' | 'wording'>

interface LanguageTexts {
  readonly messages: Messages
  readonly serverTexts: ServerTexts
}

const createTextsOnce = memoizeBounded((locale): LanguageTexts => {
  const [createTexts, serverTexts] = LANGUAGE_FILES[languageOf(locale)]
  return { messages: createMessages(createTexts, locale), serverTexts }
})

/** Cached by the wording object, which is the same until the site's settings change. */
const ownTexts = new WeakMap<Wording, (locale: string) => LanguageTexts>()

function textsFor({ locale, wording }: SiteLanguage): LanguageTexts {
  if (!wording) return createTextsOnce(locale)
  let createOnce = ownTexts.get(wording)
  if (!createOnce) {
    createOnce = memoizeBounded((ofLocale) => {
      const { messages, serverTexts } = createTextsOnce(ofLocale)
      const options = { locale: ofLocale, formatCount: messages.formatCount }
      return {
        messages: applyWording(messages, wording, options),
        serverTexts: applyWording(serverTexts, wording, options),
      }
    })
    ownTexts.set(wording, createOnce)
  }
  return createOnce(locale)
}

/** Calls with the same locale and wording return the same object. */
export function messagesFor(language: SiteLanguage): Messages {
  return textsFor(language).messages
}

/** Returns the texts that browsers do not load with every page. */
export function serverTextsFor(language: SiteLanguage): ServerTexts {
  return textsFor(language).serverTexts
}

export function selectPageWording(wording: Wording): Wording {
  return Object.fromEntries(Object.entries(wording).filter(([key]) => !Object.hasOwn(englishTexts, key.split('.')[0]!)))
}

interface DirectedLocale extends Intl.Locale {
  getTextInfo(): { readonly direction: 'ltr' | 'rtl' }
}

export function textDirection(locale: string): 'ltr' | 'rtl' {
  return (new Intl.Locale(locale) as DirectedLocale).getTextInfo().direction
}

/** Names a language (BCP 47), by default in itself: 'Deutsch (Österreich)'. */
export function nameLanguage(tag: string, locale = tag): string {
  const name = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
