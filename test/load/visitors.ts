import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { StoredEnquiry } from '../../server/enquiries/stored-enquiry.ts'
import type { ProductCard } from '../../server/catalog/product-card.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { CONTACT_PATH, type EnquiryItem, type EnquiryReceipt } from '../../shared/enquiry-fields.ts'
import { ENQUIRY } from '../support/enquiries.ts'

const TIMEOUT_MS = 10_000
const PAUSE_MS = 20

/** Leaves out the names and numbers of the catalogue. */
const pickSent = ({ product, variant, quantity, note }: EnquiryItem) => ({ product, variant, quantity, note })

/** Builds zero to three items, with values that depend on the number. */
const buildItems = (number: number): readonly EnquiryItem[] =>
  Array.from({ length: number % 4 }, (_, index) => ({
    product: `product-${number + index}`,
    variant: index === 1 ? `variant ${number}` : null,
    quantity: number + 1,
    note: index === 2 ? `note ${number}` : '',
  }))

/** Describes the fault if products that are shown together belong to several editions or some are missing. */
export function findMixture(brands: readonly (string | null)[], expectedCount: number): string | undefined {
  const kinds = [...new Set(brands)]
  if (kinds.length !== 1) return `products of several editions: ${kinds.join(', ')}`
  return brands.length === expectedCount ? undefined : `${brands.length} products instead of ${expectedCount}`
}

/** Four visitors that constantly read listings or send enquiries. Records faults and acknowledged enquiries. */
export class Visitors {
  readonly #url: string
  readonly #ending = new AbortController()
  readonly #running: readonly Promise<void>[]
  /** References of acknowledged enquiries, by the text of their request. */
  readonly acknowledged = new Map<string, string>()
  readonly faults: string[] = []
  pageCount = 0
  #enquiryCount = 0

  /** @param url address of the server, which stays the same after restarts */
  constructor(url: string) {
    this.#url = url
    const [read, send] = [() => this.#readListing(), () => this.#sendEnquiry()]
    this.#running = [read, read, send, send].map((act) => this.#repeat(act))
  }

  /** Stops after all enquiries that are being sent have been acknowledged. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#running)
  }

  /** Compares the acknowledged enquiries with the stored ones. */
  compare(stored: readonly StoredEnquiry[]): void {
    for (const { request, items } of stored) {
      const sent = buildItems(Number(request.replace(/\D/g, '')))
      if (!isDeepStrictEqual(items.map(pickSent), sent))
        this.faults.push(`"${request}" was sent with ${JSON.stringify(sent)}, stored with ${JSON.stringify(items)}`)
    }
    const references = Map.groupBy(stored, ({ request }) => request)
    for (const [request, reference] of this.acknowledged)
      if (!references.get(request)?.some((enquiry) => enquiry.reference === reference))
        this.faults.push(`lost: "${request}" was acknowledged as ${reference}`)
    for (const [request, found] of references)
      if (found.length > 1) this.faults.push(`"${request}" is stored ${found.length} times`)
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await act()
      await wait(PAUSE_MS)
    }
  }

  async #readListing(): Promise<void> {
    const page = await this.#fetch('/products/_payload.json?kill')
    if (page?.status !== 200) return
    const { data } = page.body as { data: { listing: { items: readonly Pick<ProductCard, 'brand'>[] } } }
    const brands = data.listing.items.map(({ brand }) => brand)
    this.pageCount++
    const mixture = findMixture(brands, LISTING_PAGE_SIZE)
    if (mixture !== undefined) this.faults.push(`a page shows a mixture: ${mixture}`)
  }

  /** Sends an enquiry repeatedly with the same deduplication key until it is acknowledged. */
  async #sendEnquiry(): Promise<void> {
    const number = ++this.#enquiryCount
    const request = `Question ${number}`
    const key = `a-key-for-question-${number}`
    const body = JSON.stringify({ ...ENQUIRY, request, items: buildItems(number), key })
    const client = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': client }
    for (;;) {
      const response = await this.#fetch(CONTACT_PATH, { method: 'POST', body, headers })
      if (response?.status === 201) {
        this.acknowledged.set(request, (response.body as EnquiryReceipt).reference)
        return
      }
      if (response && response.status < 500) this.faults.push(`an enquiry was rejected with status ${response.status}`)
      await wait(PAUSE_MS)
    }
  }

  /** @returns undefined if the server is down */
  async #fetch(path: string, options: RequestInit = {}): Promise<{ status: number; body: unknown } | undefined> {
    try {
      const response = await fetch(this.#url + path, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) })
      return { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
  }
}
