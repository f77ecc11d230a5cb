export interface PageText {
  readonly text: string
  /** The language of the element, or of the nearest one around it that has one. */
  readonly lang: string
  /** Whether a link around the text leads to the page in another language. */
  readonly isLanguageLink: boolean
}

const VOID_TAGS = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(script|style)\b[\s\S]*?<\/\1>|<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/gi

const readAttribute = (attributes: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]

/** Lists the texts of a page's body and the alternative texts of its pictures, as screen readers read them. */
export function readTexts(html: string): readonly PageText[] {
  const open: { readonly tag: string; readonly lang: string; readonly isLanguageLink: boolean }[] = []
  const texts: PageText[] = []
  const add = (text: string, { lang, isLanguageLink }: Pick<PageText, 'lang' | 'isLanguageLink'>) => {
    const written = text.replace(/&(?:amp|#x27|quot|nbsp);|\s/g, ' ').trim()
    if (written !== '') texts.push({ text: written, lang, isLanguageLink })
  }
  for (const [token, skipped, end, name = '', attributes = ''] of html.matchAll(TOKEN)) {
    const around = open.at(-1) ?? { tag: '', lang: '', isLanguageLink: false }
    const tag = name.toLowerCase()
    if (skipped !== undefined || token.startsWith('<!')) continue
    if (tag === '') {
      if (open.some((element) => element.tag === 'body')) add(token, around)
    } else if (end === '/') {
      // An unbalanced page would have wrong languages.
      if (open.pop()?.tag !== tag) throw new Error(`</${tag}> closes <${around.tag}>`)
    } else {
      const lang = readAttribute(attributes, 'lang') ?? around.lang
      const element = {
        tag,
        lang,
        isLanguageLink: around.isLanguageLink || / hreflang=|aria-current="true"/i.test(attributes),
      }
      add(readAttribute(attributes, 'alt') ?? '', element)
      if (!VOID_TAGS.has(tag) && !attributes.endsWith('/')) open.push(element)
    }
  }
  return texts
}
