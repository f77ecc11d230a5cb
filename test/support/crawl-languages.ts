export interface LanguageCrawl {
  /** Number of pages by the language in their address; '' for the first one. */
  readonly pages: ReadonlyMap<string, number>
  /** Number of links between two languages of a page. */
  readonly alternates: number
  /** At most a hundred. */
  readonly problems: readonly string[]
}

interface CrawledPage {
  readonly canonical: string
  /** Addresses by language. */
  readonly alternates: ReadonlyMap<string, string>
}

const PROBLEMS_MAX = 100

/**
 * Follows all links from the home pages to pages without a query, except to further pages of a listing, and checks that
 * each exists, has one canonical address, and names only languages that name it as well.
 * @param siteUrl the address in canonical and alternate links
 * @param roots paths of the home pages
 */
export async function crawlLanguages(
  url: string,
  siteUrl: string,
  roots: readonly string[],
  connections = 16,
): Promise<LanguageCrawl> {
  const known = new Set(roots)
  const waiting = [...roots]
  const crawled = new Map<string, CrawledPage>()
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push(problem)
  }

  async function visit(path: string): Promise<void> {
    const response = await fetch(url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
    const text = await response.text()
    if (response.status !== 200) return report(`${path}: status ${response.status}`)
    const canonicals = [...text.matchAll(/<link rel="canonical" href="([^"]*)">/g)].map(([, href]) => href!)
    if (canonicals.length !== 1) report(`${path}: ${canonicals.length} canonical addresses`)
    const alternates = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)]
    const language = readBase(path, roots).slice(1)
    if (language !== '' && !new RegExp(`<html lang="${language}"`, 'i').test(text)) report(`${path}: another language`)
    crawled.set(path, {
      canonical: toPath(canonicals[0] ?? '', siteUrl),
      alternates: new Map(alternates.map(([, lang, href]) => [lang!, toPath(href!, siteUrl)])),
    })
    const body = text.slice(text.indexOf('<body')).replace(/<script[\s\S]*?<\/script>/g, '')
    for (const [, href = ''] of body.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
      const link = href.replaceAll('&amp;', '&')
      if (known.has(link) || !isCrawled(link)) continue
      known.add(link)
      waiting.push(link)
    }
  }

  const work = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await visit(path)
  }
  // A connection without work ends, so rounds are repeated.
  while (waiting.length > 0) await Promise.all(Array.from({ length: connections }, work))

  let alternateCount = 0
  for (const [path, page] of crawled) {
    const canonical = crawled.get(page.canonical)
    if (!canonical) report(`${path}: the canonical page ${page.canonical} was not found`)
    else if (canonical.canonical !== page.canonical) report(`${path}: the canonical page has another canonical page`)
    const languages = [...page.alternates].filter(([lang]) => lang !== 'x-default')
    if (languages.length > 0 && !languages.some(([, other]) => other === path)) report(`${path}: does not name itself`)
    for (const [lang, other] of languages) {
      alternateCount += 1
      if (![...(crawled.get(other)?.alternates.values() ?? [])].includes(path))
        report(`${path}: ${other} (${lang}) does not name it as well`)
    }
  }
  const pages = Map.groupBy(crawled.keys(), (path) => readBase(path, roots))
  return {
    pages: new Map([...pages].map(([base, paths]) => [base, paths.length])),
    alternates: alternateCount,
    problems,
  }
}

/** Of addresses with a query, only pages of lists are crawled, because filters can be combined without end. */
function isCrawled(path: string): boolean {
  const [pathname = '', query] = path.split('?')
  return !/^\/(?:images|builds|fonts)\/|\.\w+$/.test(pathname) && (query === undefined || /^page=\d+$/.test(query))
}

function toPath(address: string, siteUrl: string): string {
  const path = address.replace(siteUrl, '')
  return path === '' ? '/' : path
}

function readBase(path: string, roots: readonly string[]): string {
  return roots.find((root) => root !== '/' && (path === root || path.startsWith(`${root}/`))) ?? ''
}
