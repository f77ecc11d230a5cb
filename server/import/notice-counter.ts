import type { CountedList, ImportNotice, NoticeKind, NoticeList } from './import-report.ts'

/** Most entries that are stored, because a file may have a million errors. */
const MAX_ENTRIES = 1_000

export class Counter<Entry> implements CountedList<Entry> {
  count = 0
  readonly entries: Entry[] = []
  readonly #onAdd: (entry: Entry) => void

  /** @param onAdd receives all entries, also those that are not stored */
  constructor(onAdd: (entry: Entry) => void = () => {}) {
    this.#onAdd = onAdd
  }

  add(entry: Entry): void {
    this.#onAdd(entry)
    this.count += 1
    if (this.entries.length < MAX_ENTRIES) this.entries.push(entry)
  }
}

/** Most kinds that are counted, which bounds the memory. */
const KINDS_MAX = 200

/** Entries stored of each kind even if 1,000 notices were stored before. */
const ENTRIES_OF_KIND_MIN = 3

/** A counter that also counts notices by kind, and stores at least the first of each. */
export class NoticeCounter extends Counter<ImportNotice> implements NoticeList {
  readonly #kinds = new Map<string, { reason: string; count: number; entries: ImportNotice[] }>()
  readonly #nameFile: (path: string) => string
  #last = { reason: '', general: '' }

  /** @param nameFile what the report calls a file */
  constructor(onAdd?: (notice: ImportNotice) => void, nameFile: (path: string) => string = (path) => path) {
    super(onAdd)
    this.#nameFile = nameFile
  }

  override add(given: ImportNotice): void {
    const file = this.#nameFile(given.file)
    const notice = file === given.file ? given : { ...given, file }
    const general = this.#generalise(notice.reason)
    const key = `${notice.column}\n${general}`
    const isTooMany = this.#kinds.size >= KINDS_MAX && !this.#kinds.has(key)
    const kind = this.#kinds.get(isTooMany ? '' : key) ?? {
      reason: isTooMany ? 'other reasons' : notice.reason,
      count: 0,
      entries: [],
    }
    this.#kinds.set(isTooMany ? '' : key, kind)
    kind.count += 1
    if (!isTooMany && kind.reason !== notice.reason) kind.reason = general
    const isStored = this.count < MAX_ENTRIES || kind.entries.length < ENTRIES_OF_KIND_MIN
    // The texts of a notice may be substrings, which would keep a part of the file in memory.
    const entry = isStored ? structuredClone(notice) : notice
    super.add(entry)
    if (isStored) kind.entries.push(entry)
  }

  /**
   * Replaces numbers and quoted names in a reason. Most notices of a list have the same reason, so the last result is
   * cached.
   */
  #generalise(reason: string): string {
    if (reason !== this.#last.reason)
      this.#last = { reason, general: reason.replace(/"[^"]*"(?:, "[^"]*")*|\d+/g, '…') }
    return this.#last.general
  }

  get kinds(): readonly NoticeKind[] {
    return [...this.#kinds.values()]
  }
}
