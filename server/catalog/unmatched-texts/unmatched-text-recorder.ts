import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../platform/log.ts'
import { formatDay, type CountedText, type UnmatchedTextStore } from './unmatched-text-store.ts'
import { readAddressKey } from '../rules/redirects.ts'

const FLUSH_INTERVAL_MS = 60_000

const STOP_LIMIT_MS = 2_000

/** Maximum number of distinct texts between two flushes. A flush to SQLite blocks the main thread, so it is small. */
const TEXTS_MAX = 500

interface RecorderOptions {
  readonly store: Pick<UnmatchedTextStore, 'add'>
  /** Returns the text to count, or '' for texts that must not be counted. The default normalises searches. */
  readonly normalise?: (text: string) => string
  readonly logger: Logger
  readonly now?: () => number
  readonly flushIntervalMs?: number
}

/**
 * Counts texts in memory, and stores the counts once a minute. It neither delays responses nor throws. If the database is
 * unavailable, it logs that the counts are dropped.
 */
export class UnmatchedTextRecorder {
  readonly #options: Required<RecorderOptions>
  #counts = new Map<string, CountedText>()
  #excess = 0
  #timer: NodeJS.Timeout | undefined
  #flushed = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = {
      normalise: normaliseSearch,
      now: () => Date.now(),
      flushIntervalMs: FLUSH_INTERVAL_MS,
      ...options,
    }
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), this.#options.flushIntervalMs).unref()
  }

  /** Counts a text, unless it may say who the visitor is. */
  count(search: string): void {
    const text = this.#options.normalise(search)
    if (text === '' || isPrivate(text)) return
    const day = formatDay(this.#options.now())
    const key = `${day} ${text}`
    const counted = this.#counts.get(key)
    if (!counted && this.#counts.size >= TEXTS_MAX) this.#excess++
    else this.#counts.set(key, { text, day, count: (counted?.count ?? 0) + 1 })
  }

  /** Stores the counts, after those of earlier calls. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#store())
    return this.#flushed
  }

  /** Stores the counts, and waits for at most two seconds. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.race([this.flush(), wait(STOP_LIMIT_MS, undefined, { ref: false })])
  }

  async #store(): Promise<void> {
    const { store, logger, now } = this.#options
    const counts = [...this.#counts.values()]
    let dropped = this.#excess
    this.#counts = new Map()
    this.#excess = 0
    let err: unknown
    try {
      if (counts.length > 0) await store.add(counts, formatDay(now()))
    } catch (error) {
      dropped += counts.reduce((sum, { count }) => sum + count, 0)
      err = error
    }
    if (dropped > 0) logger.warn({ searches: dropped, err }, 'searches without results were not counted')
  }
}

const TEXT_MAX_LENGTH = 100

/** Matches control characters and characters that change the direction of text, which could forge the output of the command. */
const UNPRINTABLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Matches seven digits, such as those of telephone and customer numbers, also if spaces or punctuation separate them. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}+]*\p{Nd}){6}/u

/** Returns a text in the form in which it is counted: in lower case, with single spaces, and at most 100 characters long. */
export function normaliseSearch(text: string): string {
  const plain = text.normalize('NFKC').toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ').trim()
  return Array.from(plain.toLowerCase()).slice(0, TEXT_MAX_LENGTH).join('').trim()
}

const ADDRESS_MAX_LENGTH = 200

/**
 * Returns the path of an address in the form in which it is counted: without its query, which may say something about the visitor.
 * @returns '' for addresses that no shop has, such as `/.env`
 */
export function normaliseAddress(address: string): string {
  const { path } = readAddressKey(address) ?? { path: '' }
  return path.includes('/.') || path.length > ADDRESS_MAX_LENGTH ? '' : path.replace(UNPRINTABLE, ' ')
}

/** Returns whether a normalised text may contain an e-mail address, or a telephone or customer number. */
export function isPrivate(text: string): boolean {
  return text.includes('@') || LONG_NUMBER.test(text)
}
