import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { StoredEnquiry } from '../../server/enquiries/stored-enquiry.ts'
import { CONTACT_PATH, type EnquiryItem, type EnquiryReceipt } from '../../shared/enquiry-fields.ts'
import type { ProductCard } from '../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { findMixture } from './editions.ts'

const TIMEOUT_MS = 10_000
const PAUSE_MS = 20

/** Leaves out the names and numbers of the catalogue. */
const pickSent = ({ product, variant, quantity, note }: EnquiryItem) => ({ product, variant, quantity, note })

/** The parts of a listing's data that are checked. */
interface ShownListing {
  readonly data: { readonly listing: { readonly items: readonly Pick<ProductCard, 'brand'>[] } }
}

/** Builds zero to three items, with values that depend on the number. */
const buildItems = (number: number): readonly EnquiryItem[] =>
  Array.from({ length: number % 4 }, (_, index) => ({
    product: `product-${number + index}`,
    variant: index === 1 ? `variant ${number}` : null,
    quantity: number + 1,
    note: index === 2 ? `note ${number}` : '',
  }))

/** Simulates visitors that constantly read listings and send enquiries, and records faults and acknowledged enquiries. */
export class Visitors {
  readonly #url: string
  readonly #ending = new AbortController()
  readonly #running: Promise<void>[]
  /** References of acknowledged enquiries, by the text of their request. */
  readonly acknowledged = new Map<string, string>()
  readonly faults: string[] = []
  pageCount = 0
  #enquiryCount = 0

  /** @param url address of the server, which stays the same after restarts */
  constructor(url: string, { readers, senders }: { readonly readers: number; readonly senders: number }) {
    this.#url = url
    this.#running = [
      ...Array.from({ length: readers }, () => this.#repeat(() => this.#readListing())),
      ...Array.from({ length: senders }, () => this.#repeat(() => this.#sendEnquiry())),
    ]
  }

  /** Stops after all enquiries that are being sent have been acknowledged. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#running)
  }

  /** Compares the acknowledged enquiries with the stored ones. */
  compare(stored: readonly StoredEnquiry[]): void {
    const references = new Map<string, string[]>()
    for (const { request, reference, items } of stored) {
      references.set(request, [...(references.get(request) ?? []), reference])
      const sent = buildItems(Number(request.replace(/\D/g, '')))
      if (!isDeepStrictEqual(items.map(pickSent), sent))
        this.faults.push(
          `changed: "${request}" was sent with ${JSON.stringify(sent)}, stored with ${JSON.stringify(items)}`,
        )
    }
    for (const [request, reference] of this.acknowledged) {
      if (!references.get(request)?.includes(reference))
        this.faults.push(`lost: "${request}" was acknowledged as ${reference}`)
    }
    for (const [request, found] of references)
      if (found.length > 1) this.faults.push(`duplicated: "${request}" is stored as ${found.join(' and ')}`)
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
    const { data } = page.body as ShownListing
    this.pageCount++
    const mixture = findMixture(
      data.listing.items.map(({ brand }) => brand),
      LISTING_PAGE_SIZE,
    )
    if (mixture !== undefined) this.faults.push(`a page shows a mixture: ${mixture}`)
  }

  /** Sends an enquiry repeatedly with the same deduplication key until it is acknowledged. */
  async #sendEnquiry(): Promise<void> {
    const request = `Question ${++this.#enquiryCount}`
    const items = buildItems(this.#enquiryCount)
    const body = JSON.stringify({ ...ENQUIRY, request, items, key: `a-key-for-question-${this.#enquiryCount}` })
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${this.#enquiryCount >> 16}.${(this.#enquiryCount >> 8) & 255}.${this.#enquiryCount & 255}`,
    }
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
  async #fetch(
    path: string,
    options: RequestInit = {},
  ): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
    try {
      const response = await fetch(this.#url + path, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) })
      return { status: response.status, body: (await response.json()) as unknown }
    } catch {
      return undefined
    }
  }
}
