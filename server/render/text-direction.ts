interface DirectedLocale extends Intl.Locale {
  getTextInfo(): { readonly direction: 'ltr' | 'rtl' }
}

/** @param locale BCP 47 */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return (new Intl.Locale(locale) as DirectedLocale).getTextInfo().direction
}
