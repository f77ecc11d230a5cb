import { DomUtils, parseDocument } from 'htmlparser2'
import type { DocumentData } from '../../shared/page-data.ts'
import type { TestServer } from './start-server.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { attribs: unknown }>

/** A page or an element of it. Selectors have tags, `.class`, `#id`, `[name]`, `[name="value"]`, and spaces between ancestors. */
export interface HtmlPart {
  /** The text without scripts; each tag and each run of spaces is one space. */
  readonly text: string
  attribute(name: string): string | undefined
  /** @throws if no element matches */
  find(selector: string): HtmlPart
  findAll(selector: string): readonly HtmlPart[]
  /** The texts of all elements that match. */
  texts(selector: string): readonly string[]
  /** This attribute of all elements that match and have it. */
  attributes(selector: string, name: string): readonly string[]
}

export interface HtmlPage extends HtmlPart {
  readonly title: string
  /** Contents of `meta` by name or property. */
  readonly meta: ReadonlyMap<string, string>
  readonly structuredData: readonly Readonly<Record<string, unknown>>[]
  /** The data for the browser. @throws if the page has none */
  readonly data: DocumentData
}

export function readHtml(html: string): HtmlPage {
  const root = parseDocument(html)
  const part = wrap(root.children)
  const readScripts = (selector: string) =>
    findElements(root.children, selector).map((script) => JSON.parse(DomUtils.textContent(script)) as unknown)
  return Object.assign(part, {
    title: part.texts('title').join(),
    meta: new Map(
      part
        .findAll('meta')
        .map((meta) => [meta.attribute('name') ?? meta.attribute('property') ?? '', meta.attribute('content') ?? '']),
    ),
    structuredData: readScripts('script[type="application/ld+json"]').flat() as HtmlPage['structuredData'],
    get data() {
      return readScripts('#document-data')[0] as DocumentData
    },
  })
}

/** Requests a page. @throws if it has another status */
export async function readPage(
  { request }: Pick<TestServer, 'request'>,
  path: string,
  status = 200,
): Promise<HtmlPage> {
  return readHtml((await request.get(path).set('Accept', 'text/html').expect(status)).text)
}

function wrap(nodes: readonly Node[], element?: Element): HtmlPart {
  const findAll = (selector: string) => findElements(nodes, selector).map((found) => wrap(found.children, found))
  return {
    text: nodes.map(readText).join('').replace(/\s+/g, ' ').trim(),
    attribute: (name) => element?.attribs[name],
    findAll,
    find(selector) {
      const [found] = findAll(selector)
      if (!found) throw new Error(`no element matches ${selector}`)
      return found
    },
    texts: (selector) => findAll(selector).map(({ text }) => text),
    attributes: (selector, name) => findAll(selector).flatMap((found) => found.attribute(name) ?? []),
  }
}

function readText(node: Node): string {
  if ('attribs' in node)
    return ['script', 'style'].includes(node.name) ? '' : ` ${node.children.map(readText).join('')} `
  return node.nodeType === 3 ? (node as Extract<Node, { data: string }>).data : ''
}

function findElements(nodes: readonly Node[], selector: string): Element[] {
  const tests = selector.match(/(?:\[[^\]]*\]|[^\s[])+/g)!.map(parseCompound)
  const [matchesLast, ...matchesAbove] = tests.toReversed()
  return DomUtils.findAll(
    (element) => {
      if (!matchesLast!(element)) return false
      let above: Element['parent'] = element
      return matchesAbove.every((matches) => {
        do above = above?.parent ?? null
        while (above && !('attribs' in above && matches(above)))
        return above !== null
      })
    },
    [...nodes],
  )
}

/** @returns whether an element matches a selector without spaces */
function parseCompound(selector: string): (element: Element) => boolean {
  const parts = [...selector.matchAll(/^[\w-]+|\.([\w-]+)|#([\w-]+)|\[([\w:-]+)(?:="([^"]*)")?\]/g)]
  if (parts.map(([part]) => part).join('') !== selector) throw new Error(`cannot read the selector ${selector}`)
  return ({ name, attribs }) =>
    parts.every(([part, className, id, attribute, value]) => {
      if (className !== undefined) return (attribs['class'] ?? '').split(/\s+/).includes(className)
      if (id !== undefined) return attribs['id'] === id
      if (attribute === undefined) return name === part
      return value === undefined ? attribute in attribs : attribs[attribute] === value
    })
}
