import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { StoredEnquiry } from '../../server/enquiries/enquiry-store.ts'
import { CONTACT_PATH, type EnquiryReceipt } from '../../shared/enquiry-fields.ts'
import type { ProductCard } from '../../shared/catalog.ts'
import { buildItems, ENQUIRY, pickItems } from '../support/enquiries.ts'
import { findMixture, SHOWN_COUNT } from './editions.ts'

/** Browsers' users give up after this time. */
const PATIENCE_MS = 10_000
const PAUSE_MS = 20

/** The parts of a listing that are compared. */
interface ShownListing {
  readonly data: { readonly listing: { readonly items: readonly Pick<ProductCard, 'brand'>[] } }
}

/** Visitors who send requests all the time, and record what they were shown and which enquiries were acknowledged. */
export class Visitors {
  readonly #url: string
  readonly #ending = new AbortController()
  readonly #running: Promise<void>[]
  /** References of acknowledged enquiries by their request. */
  readonly promised = new Map<string, string>()
  readonly faults: string[] = []
  pages = 0
  #asked = 0

  /** @param url stays the same after restarts */
  constructor(url: string, { readers, askers }: { readonly readers: number; readonly askers: number }) {
    this.#url = url
    this.#running = [
      ...Array.from({ length: readers }, () => this.#repeat(() => this.#look())),
      ...Array.from({ length: askers }, () => this.#repeat(() => this.#ask())),
    ]
  }

  /** Completes all visits: an enquiry is repeated until it is acknowledged. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#running)
  }

  /** Compares acknowledged with stored enquiries. */
  compare(stored: readonly StoredEnquiry[]): void {
    const references = new Map<string, string[]>()
    for (const { request, reference, items } of stored) {
      references.set(request, [...(references.get(request) ?? []), reference])
      const sent = buildItems(Number(request.replace(/\D/g, '')))
      if (!isDeepStrictEqual(pickItems(items), sent))
        this.faults.push(
          `changed: "${request}" was sent with ${JSON.stringify(sent)}, stored with ${JSON.stringify(items)}`,
        )
    }
    for (const [request, reference] of this.promised) {
      if (!references.get(request)?.includes(reference))
        this.faults.push(`lost: "${request}" was acknowledged as ${reference}`)
    }
    for (const [request, found] of references)
      if (found.length > 1) this.faults.push(`doubled: "${request}" is stored as ${found.join(' and ')}`)
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await act()
      await wait(PAUSE_MS)
    }
  }

  async #look(): Promise<void> {
    const page = await this.#fetch('/products/_payload.json?kill')
    if (page?.status !== 200) return
    const { data } = page.body as ShownListing
    this.pages++
    const mixture = findMixture(
      data.listing.items.map(({ brand }) => brand),
      SHOWN_COUNT,
    )
    if (mixture !== undefined) this.faults.push(`half a catalogue on a page: ${mixture}`)
  }

  /** Sends one enquiry with one key until it is acknowledged. */
  async #ask(): Promise<void> {
    const request = `Question ${++this.#asked}`
    const items = buildItems(this.#asked)
    const body = JSON.stringify({ ...ENQUIRY, request, items, key: `a-key-for-question-${this.#asked}` })
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${this.#asked >> 16}.${(this.#asked >> 8) & 255}.${this.#asked & 255}`,
    }
    for (;;) {
      const answer = await this.#fetch(CONTACT_PATH, { method: 'POST', body, headers })
      if (answer?.status === 201) {
        this.promised.set(request, (answer.body as EnquiryReceipt).reference)
        return
      }
      if (answer && answer.status < 500) this.faults.push(`an enquiry was answered with ${answer.status}`)
      await wait(PAUSE_MS)
    }
  }

  /** @returns undefined if the server is down */
  async #fetch(
    path: string,
    options: RequestInit = {},
  ): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
    try {
      const answer = await fetch(this.#url + path, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) })
      return { status: answer.status, body: (await answer.json()) as unknown }
    } catch {
      return undefined
    }
  }
}
