type Content = 'flow' | 'list' | 'item' | 'phrasing'

interface Element {
  /** What may stand in it. */
  readonly content: Content
  /** Where it may stand. */
  readonly within: ReadonlySet<Content>
  /** Left out, while what it holds stays. */
  readonly isDropped?: boolean
}

const IN_FLOW: ReadonlySet<Content> = new Set(['flow'])
const IN_LISTS: ReadonlySet<Content> = new Set(['list'])
const IN_FLOW_AND_ITEMS: ReadonlySet<Content> = new Set(['flow', 'item'])
const IN_TEXTS: ReadonlySet<Content> = new Set(['flow', 'item', 'phrasing'])

const TEXT_BLOCK: Element = { content: 'phrasing', within: IN_FLOW }
const LIST: Element = { content: 'list', within: IN_FLOW_AND_ITEMS }
const INLINE: Element = { content: 'phrasing', within: IN_TEXTS }

/** Each of them is allowed in a description and keeps no attribute. */
const ELEMENTS: ReadonlyMap<string, Element> = new Map([
  ...['p', 'h2', 'h3', 'h4'].map((tag) => [tag, TEXT_BLOCK] as const),
  ...['ul', 'ol'].map((tag) => [tag, LIST] as const),
  ['li', { content: 'item', within: IN_LISTS }],
  ...['strong', 'em', 'b', 'i', 'u', 's', 'code', 'sub', 'sup'].map((tag) => [tag, INLINE] as const),
  ['div', { content: 'flow', within: IN_FLOW, isDropped: true }],
  ['span', { ...INLINE, isDropped: true }],
])

/** A text, a closing tag, or an opening one with attributes that hold nothing of note; `ol` has some that stay. */
// oxlint-disable-next-line no-control-regex
const TOKEN = /([^<>&\0]+|&(?:amp|lt|gt);)|<\/([a-z1-6]+)>|<br ?\/?>|<([a-z1-6]+)((?:\s+[a-z-]+="[^"<>&]*")*)>/y

/**
 * What the sanitiser would make of HTML that is whole, well nested and made of nothing but ordinary texts and lists,
 * as most descriptions are: several times quicker, for an import reads them all.
 * Nothing but texts without markup and the tags named here can come out.
 * @returns undefined for every other HTML, which is the sanitiser's own
 */
export function cleanSimpleHtml(html: string): string | undefined {
  const open: { readonly tag: string; readonly element: Element; hasText: boolean }[] = []
  let clean = ''
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < html.length) {
    const [token, text, closed, opened, attributes] = TOKEN.exec(html) ?? []
    if (token === undefined) return undefined
    const parent = open.at(-1)
    const content = parent?.element.content ?? 'flow'
    if (text !== undefined) {
      clean += text
      if (parent && !parent.hasText) parent.hasText = text.trim() !== ''
    } else if (closed !== undefined) {
      // The sanitiser takes out what is empty.
      if (!parent || closed !== parent.tag || !parent.hasText) return undefined
      if (!parent.element.isDropped) clean += token
      open.pop()
      const outer = open.at(-1)
      if (outer) outer.hasText = true
    } else if (opened === undefined) {
      if (!IN_TEXTS.has(content)) return undefined
      clean += '<br />'
    } else {
      const element = ELEMENTS.get(opened)
      if (!element?.within.has(content) || (opened === 'ol' && attributes !== '')) return undefined
      if (!element.isDropped) clean += `<${opened}>`
      open.push({ tag: opened, element, hasText: false })
    }
  }
  return open.length === 0 ? clean.trim() : undefined
}
