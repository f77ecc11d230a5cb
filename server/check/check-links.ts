import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '../../shared/catalog.ts'
import { unescapeHtml } from '../../shared/escape.ts'
import { listShownPictures } from '../catalog/text-pictures.ts'
import { type DownloadRules, PUBLIC_RULES, requestAddress } from '../import/files/request-address.ts'
import { TemporaryDatabase } from '../store/sqlite/temporary-database.ts'
import type { FaultCounter, FindingKind } from './check-report.ts'

export interface LinkCheck {
  readonly rules: DownloadRules
  /** Pause between two requests to the same host. */
  readonly pauseMs: number
  readonly onProgress?: ((checked: number, total: number) => void) | undefined
}

/** Links may also be plain http. */
export const PUBLIC_LINKS: LinkCheck = {
  rules: { ...PUBLIC_RULES, protocols: ['https:', 'http:'] },
  pauseMs: 250,
}

/** With four requests a second, this many addresses of one host take 20 minutes. */
const LINKS_MAX = 5_000

/** Hosts that get requests concurrently; each gets one after the other. */
const HOSTS_MAX = 8

const TIME_LIMIT_MS = 15_000

type Kind = Extract<FindingKind, 'failingPicture' | 'failingLink'>

interface Link {
  readonly address: string
  readonly kind: Kind
  readonly slug: string
}

const SCHEMA =
  'CREATE TABLE link (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, address TEXT NOT NULL, slug TEXT NOT NULL, UNIQUE (address, kind))'

const LINK = /<a [^>]*?href="(https?:\/\/[^"]*)"/gi

/** Addresses on other sites, each with the first product that has it. */
export class LinkList implements Disposable {
  readonly #database = new TemporaryDatabase(SCHEMA)

  addProduct(product: Product): void {
    const { slug, documents, externalLink, shortDescription, description } = product
    for (const image of listShownPictures(product)) if ('url' in image) this.#add('failingPicture', image.url, slug)
    const addresses = [externalLink?.href, ...documents.map(({ url }) => url)]
    for (const [, address = ''] of (shortDescription + description).matchAll(LINK))
      addresses.push(unescapeHtml(address))
    for (const address of addresses) if (address && URL.canParse(address)) this.#add('failingLink', address, slug)
  }

  get count(): number {
    return Number(this.#database.queries.get('SELECT count(*) AS number FROM link')?.['number'])
  }

  listFirst(limit: number): readonly Link[] {
    const sql = 'SELECT kind, address, slug FROM link ORDER BY place LIMIT ?'
    return this.#database.queries.rows(sql, limit) as unknown as Link[]
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]()
  }

  #add(kind: Kind, address: string, slug: string): void {
    const sql = 'INSERT OR IGNORE INTO link (kind, address, slug) VALUES (?, ?, ?)'
    this.#database.queries.run(sql, kind, address, slug)
  }
}

/** Reports the addresses that fail. */
export async function checkLinks(
  list: LinkList,
  { rules, pauseMs, onProgress }: LinkCheck,
  findings: FaultCounter<FindingKind>,
): Promise<{ readonly checked: number; readonly notChecked: number }> {
  const links = list.listFirst(LINKS_MAX)
  const failures = new Map<Link, string>()
  let checked = 0
  const hosts = Map.groupBy(links, ({ address }) => new URL(address).host).values()
  const work = async () => {
    for (const sameHost of hosts) {
      for (const [index, link] of sameHost.entries()) {
        if (index > 0) await delay(pauseMs)
        const failure = await findFailure(link, rules)
        if (failure !== null) failures.set(link, failure)
        checked += 1
        onProgress?.(checked, links.length)
      }
    }
  }
  await Promise.all(Array.from({ length: HOSTS_MAX }, work))
  for (const link of links) {
    const failure = failures.get(link)
    if (failure !== undefined) findings.add(link.kind, link.slug, `${link.address}: ${failure}`)
  }
  return { checked, notChecked: list.count - checked }
}

/** @returns why a visitor cannot open the address; null if it works */
async function findFailure({ address, kind }: Link, rules: DownloadRules): Promise<string | null> {
  const failure = await request(address, kind, 'HEAD', rules)
  // Some servers respond only to GET.
  return failure === null ? null : request(address, kind, 'GET', rules)
}

async function request(
  address: string,
  kind: Kind,
  method: 'HEAD' | 'GET',
  rules: DownloadRules,
): Promise<string | null> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  // Some servers refuse requests without a name.
  const headers = { accept: kind === 'failingPicture' ? 'image/*' : '*/*', 'user-agent': 'Vitrine link check' }
  try {
    const response = await requestAddress(address, rules, signal, { method, headers })
    const { statusCode = 0 } = response
    response.destroy()
    if (statusCode >= 400) return describeStatus(statusCode)
    const type = response.headers['content-type'] ?? ''
    return kind === 'failingPicture' && type.startsWith('text/') ? `this is no picture, but ${type}` : null
  } catch (error) {
    if (signal.aborted) return `no response within ${TIME_LIMIT_MS / 1000} s`
    return error instanceof Error ? error.message : String(error)
  }
}

function describeStatus(status: number): string {
  const mayRefusePrograms = status === 401 || status === 403 || status === 429
  return `the server responded with status ${status}${mayRefusePrograms ? ', perhaps only to programs' : ''}`
}
