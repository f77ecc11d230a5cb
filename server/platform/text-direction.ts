import { memoizeBounded } from './memoize-bounded.ts'

interface DirectedLocale extends Intl.Locale {
  getTextInfo(): { readonly direction: 'ltr' | 'rtl' }
}

export const textDirection = memoizeBounded(
  (locale) => (new Intl.Locale(locale) as DirectedLocale).getTextInfo().direction,
)
