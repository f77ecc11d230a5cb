import type { DatabaseSync } from 'node:sqlite'
import type { EnquiryStatus } from '../../../shared/enquiry-fields.ts'
import { openDatabase, prepareDatabase } from '../../store/sqlite/open-database.ts'
import { OpenedFile } from '../../store/sqlite/opened-file.ts'
import { Queries, type Row } from '../../store/sqlite/queries.ts'
import { RETRIED_BUSY_TIMEOUT_MS, retryWhileBusy } from '../../store/sqlite/retry-while-busy.ts'
import { runTransaction } from '../../store/sqlite/run-transaction.ts'
import { buildReference } from '../build-reference.ts'
import type {
  AddedEnquiry,
  EnquiryRecord,
  EnquiryStore,
  NewEnquiry,
  OutboxMail,
  StoredEnquiry,
  UnsentMails,
} from '../enquiry-store.ts'
import { ENQUIRY_COLUMNS, ENQUIRY_TABLES, readEnquiry, readStatus, readUnsentMails } from '../enquiry-row.ts'
import { readMailTimes } from '../mail-times.ts'
import { EMPTY_SNAPSHOT } from '../product-snapshot.ts'
import { putProductSnapshot, putRecord, scanRecords } from './enquiry-records.ts'
import { migrateEnquiries } from './schema.ts'

/** An import holds the file for as long as it writes; a visitor waits for it this long at most. */
const BUSY_LIMIT_MS = 15_000

interface SqliteEnquiryStoreOptions {
  readonly busyLimitMs?: number
  /** Tests bring references that collide. */
  readonly createReference?: () => string
}

/**
 * Opens the enquiries in a database file, and makes what is missing of it.
 * @throws where the file cannot be opened, is no database, or was written by a newer version
 */
export function openSqliteEnquiryStore(path: string, options: SqliteEnquiryStoreOptions = {}): EnquiryStore {
  prepareDatabase(path, migrateEnquiries)
  return new SqliteEnquiryStore(path, options)
}

class SqliteEnquiryStore implements EnquiryStore {
  readonly #database: DatabaseSync
  readonly #file: OpenedFile
  readonly #queries: Queries
  readonly #busyLimitMs: number
  readonly #createReference: () => string

  constructor(
    path: string,
    { busyLimitMs = BUSY_LIMIT_MS, createReference = buildReference }: SqliteEnquiryStoreOptions,
  ) {
    this.#busyLimitMs = busyLimitMs
    this.#createReference = createReference
    this.#database = openDatabase(path, RETRIED_BUSY_TIMEOUT_MS)
    this.#file = new OpenedFile(path, this.#database)
    this.#queries = new Queries(this.#database)
  }

  add({ enquiry, snapshot = EMPTY_SNAPSHOT, receivedAt, deduplication, isMailed }: NewEnquiry): Promise<AddedEnquiry> {
    return this.#write(() => {
      const before = this.#queries.get(
        'SELECT reference FROM enquiry WHERE deduplication_key = ? AND received_at >= ? ORDER BY received_at DESC LIMIT 1',
        deduplication.key,
        deduplication.since ?? '',
      )
      if (before) return { reference: String(before['reference']), isNew: false }
      const reference = this.#findFreeReference()
      const { request, product, name, email, phone, preferredTime } = enquiry
      this.#queries.run(
        `INSERT INTO enquiry (reference, received_at, deduplication_key, request, product, name, email, phone, preferred_time)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        reference,
        receivedAt.toISOString(),
        deduplication.key,
        request,
        product,
        name,
        email,
        phone,
        preferredTime,
      )
      putProductSnapshot(this.#queries, { reference, ...enquiry, ...snapshot })
      if (isMailed) {
        this.#queries.run(
          'INSERT INTO enquiry_mail (reference, attempts, due_at) VALUES (?, 0, ?)',
          reference,
          receivedAt.toISOString(),
        )
      }
      return { reference, isNew: true }
    })
  }

  async find(reference: string): Promise<StoredEnquiry | undefined> {
    const row = this.#queries.get(`SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} WHERE reference = ?`, reference)
    return row && readEnquiry(row)
  }

  async findStatus(reference: string): Promise<EnquiryStatus | undefined> {
    const row = this.#queries.get(
      'SELECT reference, received_at, answered_at FROM enquiry WHERE reference = ?',
      reference,
    )
    return row && readStatus(row)
  }

  async list(which: 'open' | 'all'): Promise<readonly StoredEnquiry[]> {
    const condition = which === 'open' ? 'WHERE answered_at IS NULL' : ''
    return this.#queries
      .all(
        `SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} ${condition} ORDER BY answered_at IS NOT NULL, received_at DESC, enquiry.rowid DESC`,
      )
      .map(readEnquiry)
  }

  markAnswered(reference: string, answeredAt: Date): Promise<boolean> {
    return this.#write(
      () =>
        this.#queries.run(
          'UPDATE enquiry SET answered_at = coalesce(answered_at, ?) WHERE reference = ?',
          answeredAt.toISOString(),
          reference,
        ) > 0,
    )
  }

  takeMail(now: Date, lentUntil: Date): Promise<OutboxMail | undefined> {
    // Asked often, and nearly always for nothing: writing begins only where there is something to take.
    if (!this.#findDueMail(now)) return Promise.resolve(undefined)
    return this.#write(() => {
      const due = this.#findDueMail(now)
      if (!due) return undefined
      const reference = String(due['reference'])
      this.#queries.run(
        'UPDATE enquiry_mail SET attempts = attempts + 1, lent_until = ? WHERE reference = ?',
        lentUntil.toISOString(),
        reference,
      )
      return { enquiry: readEnquiry(due), attempts: Number(due['attempts']) + 1 }
    })
  }

  async markMailSent(reference: string, sentAt: Date): Promise<void> {
    await this.#write(() =>
      this.#queries.run(
        'UPDATE enquiry_mail SET sent_at = ?, lent_until = NULL WHERE reference = ?',
        sentAt.toISOString(),
        reference,
      ),
    )
  }

  async putMailOff(reference: string, until: Date): Promise<void> {
    await this.#write(() =>
      this.#queries.run(
        'UPDATE enquiry_mail SET due_at = ?, lent_until = NULL WHERE reference = ?',
        until.toISOString(),
        reference,
      ),
    )
  }

  async countUnsentMails(date: Date): Promise<UnsentMails> {
    const { now, latestLeaseEnd } = readMailTimes(date)
    const row = this.#queries.get(
      `SELECT count(*) AS unsent, count(*) FILTER (WHERE attempts > CASE WHEN lent_until > ? AND lent_until <= ? THEN 1 ELSE 0 END) AS failed, min(received_at) AS oldest
       FROM enquiry_mail JOIN enquiry USING (reference) WHERE sent_at IS NULL`,
      now,
      latestLeaseEnd,
    )
    return readUnsentMails(row!)
  }

  async *scanRecords(): AsyncGenerator<readonly EnquiryRecord[]> {
    yield* scanRecords(this.#queries)
  }

  restoreRecords(records: readonly EnquiryRecord[]): Promise<void> {
    return this.#write(() => {
      for (const record of records) putRecord(this.#queries, record)
    })
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  #findDueMail(date: Date): Row | undefined {
    const { now, latestLeaseEnd, latestDue } = readMailTimes(date)
    return this.#queries.get(
      `SELECT ${ENQUIRY_COLUMNS}, attempts FROM ${ENQUIRY_TABLES} JOIN enquiry_mail USING (reference)
       WHERE sent_at IS NULL AND (due_at <= ?1 OR due_at > ?3)
         AND NOT EXISTS (SELECT 1 FROM enquiry_mail WHERE sent_at IS NULL AND lent_until > ?1 AND lent_until <= ?2)
       ORDER BY due_at LIMIT 1`,
      now,
      latestLeaseEnd,
      latestDue,
    )
  }

  #findFreeReference(): string {
    for (;;) {
      const reference = this.#createReference()
      if (!this.#queries.get('SELECT 1 FROM enquiry WHERE reference = ?', reference)) return reference
    }
  }

  /** The files are checked after the commit, too: only then may it be acknowledged. */
  async #write<Result>(change: () => Result): Promise<Result> {
    const result = await retryWhileBusy(this.#file.path, this.#busyLimitMs, () => {
      this.#file.check()
      return runTransaction(this.#database, change)
    })
    this.#file.check()
    return result
  }
}
