import { hash, randomUUID } from 'node:crypto'
import { ipKeyGenerator, type Store } from 'express-rate-limit'

interface Network {
  readonly key: string
  /** How many times a single client's limit this network's clients may use together. */
  readonly factor: number
}

/**
 * Somebody with a wider IPv6 network has thousands to billions of networks of 64 bits. Wider ones have higher limits,
 * because a provider's customers share them.
 */
const WIDER_NETWORKS = [
  { prefix: 48, factor: 8 },
  { prefix: 32, factor: 64 },
]

/** This many networks take about 5 MB, which only an attack fills. */
const NETWORKS_MAX = 50_000

/**
 * Counts the accepted requests of clients in a time window. When `networksMax` networks are counted, new ones share 256
 * counters, which bounds memory; known ones keep their own. With a wall clock, setting it back would prolong the
 * window.
 */
export class ClientCounts implements Store {
  readonly localKeys = true
  /** The salt is random, so that nobody can choose networks that share a counter. */
  readonly #salt = randomUUID()
  readonly #counts = new Map<string, number>()
  readonly #windowMs: number
  readonly #limit: number
  readonly #networksMax: number
  #endsAt = -Infinity

  constructor(windowMs: number, limit: number, networksMax = NETWORKS_MAX) {
    this.#windowMs = windowMs
    this.#limit = limit
    this.#networksMax = networksMax
  }

  increment(client: string): { readonly totalHits: number; readonly resetTime: Date } {
    const now = performance.now()
    if (now >= this.#endsAt) {
      this.#counts.clear()
      this.#endsAt = now + this.#windowMs
    }
    const counted = this.#chooseCounters(client).map(({ key, factor }) => {
      const count = (this.#counts.get(key) ?? 0) + 1
      return { key, count, share: Math.ceil(count / factor) }
    })
    const totalHits = Math.max(...counted.map(({ share }) => share))
    // A refused request does not count, so that a client cannot use up the limit of its wider networks.
    if (totalHits <= this.#limit) for (const { key, count } of counted) this.#counts.set(key, count)
    return { totalHits, resetTime: new Date(Date.now() + this.#endsAt - now) }
  }

  #chooseCounters(client: string): readonly Network[] {
    const networks = listNetworks(client)
    const known = networks.filter(({ key }) => this.#counts.has(key))
    if (known.length === networks.length || this.#counts.size < this.#networksMax) return networks
    const shared = hash('sha256', this.#salt + networks.at(-1)!.key, 'buffer')[0]
    return [...known, { key: `shared ${shared}`, factor: 1 }]
  }

  decrement(): void {}

  resetKey(): void {}
}

/** The narrowest comes first. An IPv4 address has no wider ones. */
function listNetworks(client: string): readonly Network[] {
  const [address = '', prefix] = client.split('/')
  const wider = prefix === undefined ? [] : WIDER_NETWORKS
  return [
    { key: client, factor: 1 },
    ...wider.map(({ prefix, factor }) => ({ key: ipKeyGenerator(address, prefix), factor })),
  ]
}
