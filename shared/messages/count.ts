let format = new Intl.NumberFormat('en')
let formatLocale = 'en'

/** @param locale BCP 47, the site's: Austria groups its digits otherwise than Switzerland, though both read German */
export function setCountLocale(locale: string): void {
  // Said before every page, and many times as dear as writing a number.
  if (locale === formatLocale) return
  format = new Intl.NumberFormat(locale)
  formatLocale = locale
}

/** A number of things as the site's locale writes it: '1,234', '1.234', '1’234'. */
export function formatCount(count: number): string {
  return format.format(count)
}
