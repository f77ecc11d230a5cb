let locale = 'en'
/** Made when it is needed: in a browser it takes as long as all the scripts of a page. */
let format: Intl.NumberFormat | undefined

/** @param locale BCP 47, the site's: Austria groups its digits otherwise than Switzerland, though both read German */
export function setCountLocale(next: string): void {
  // Said before every page, and many times as dear as writing a number.
  if (next === locale) return
  locale = next
  format = undefined
}

/** A number of things as the site's locale writes it: '1,234', '1.234', '1’234'. */
export function formatCount(count: number): string {
  format ??= new Intl.NumberFormat(locale)
  return format.format(count)
}
