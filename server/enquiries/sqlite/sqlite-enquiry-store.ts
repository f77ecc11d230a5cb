import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../../store/rows.ts'
import { DatabaseFileGuard } from '../../store/sqlite/database-file-guard.ts'
import { openDatabase, prepareDatabase } from '../../store/sqlite/open-database.ts'
import { Queries } from '../../store/sqlite/queries.ts'
import { SQLITE_DIALECT } from '../../store/sqlite/sqlite-dialect.ts'
import { retryWhileBusy, runTransaction, SHORT_BUSY_TIMEOUT_MS } from '../../store/sqlite/transaction.ts'
import type {
  AddedEnquiry,
  ConfirmationLimits,
  EnquiryRecord,
  EnquiryStore,
  MailKind,
  MailRecord,
  NewEnquiry,
  OutboxMail,
  StoredItem,
} from '../enquiry-store.ts'
import { calculateMailTimes } from '../mail-times.ts'
import { randomReference } from '../random-reference.ts'
import {
  leaseMail,
  listEnquiryValues,
  MAIL_TABLES,
  SQL,
  SqlEnquiryStore,
  type Statement,
} from '../sql-enquiry-store.ts'
import { migrateEnquiries } from './schema.ts'

/** How long a write waits for another writer, for example an import, which locks the file while it writes. */
const BUSY_LIMIT_MS = 15_000

interface SqliteEnquiryStoreOptions {
  readonly busyLimitMs?: number
  readonly createReference?: () => string
}

/**
 * Opens the enquiry store in a database file, creating or updating it.
 * @throws HttpError 503 if the file cannot be used, Error if a newer version of Vitrine wrote it
 */
export function openSqliteEnquiryStore(path: string, options: SqliteEnquiryStoreOptions = {}): EnquiryStore {
  prepareDatabase(path, migrateEnquiries)
  return new SqliteEnquiryStore(path, options)
}

class SqliteEnquiryStore extends SqlEnquiryStore {
  protected readonly sequenceColumn = 'enquiry.rowid'
  protected readonly isListedReference = SQLITE_DIALECT.isListed('reference')
  readonly #database: DatabaseSync
  readonly #file: DatabaseFileGuard
  readonly #queries: Queries
  readonly #busyLimitMs: number
  readonly #createReference: () => string

  constructor(
    path: string,
    { busyLimitMs = BUSY_LIMIT_MS, createReference = randomReference }: SqliteEnquiryStoreOptions,
  ) {
    super()
    this.#busyLimitMs = busyLimitMs
    this.#createReference = createReference
    this.#database = openDatabase(path, SHORT_BUSY_TIMEOUT_MS)
    // Makes SQLite overwrite deleted enquiries with zeros.
    this.#database.exec('PRAGMA secure_delete = ON')
    this.#file = new DatabaseFileGuard(path, this.#database)
    this.#queries = new Queries(this.#database)
  }

  add(given: NewEnquiry): Promise<AddedEnquiry> {
    const { key, since } = given.deduplication
    return this.#write(() => {
      const duplicate = this.#queries.get(SQL.findDuplicate, key, since ?? '')
      return duplicate
        ? { reference: String(duplicate['reference']), isNew: false }
        : { reference: this.#insert(given), isNew: true }
    })
  }

  async leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined> {
    // A mail is rarely due, so most polls need no transaction.
    if (!this.#findDueMail(now)) return undefined
    const leased = await this.#write(() => {
      const due = this.#findDueMail(now)
      if (due) this.#queries.run(leaseMail(due), leaseUntil.toISOString(), String(due['reference']))
      return due
    })
    return leased && this.readMail(leased)
  }

  restoreRecords(records: readonly EnquiryRecord[]): Promise<void> {
    return this.#write(() => {
      for (const record of records) this.#putRecord(record)
    })
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  protected rows(text: string, ...values: readonly unknown[]): Row[] {
    return this.#queries.rows(text, ...values)
  }

  protected run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.#write(() => this.#queries.run(text, ...values))
  }

  protected async deleteRows(statements: readonly Statement[]): Promise<number> {
    const change = () => statements.map(([text, ...values]) => this.#queries.run(text, ...values))
    const deleted = (await this.#write(change)).at(-1) ?? 0
    // The write-ahead log still contains the deleted texts, so it is truncated, unless another process is reading it.
    if (deleted > 0) this.#queries.rows('PRAGMA wal_checkpoint(TRUNCATE)')
    return deleted
  }

  #insert(given: NewEnquiry): string {
    const { enquiry, receivedAt, isMailed, confirmation } = given
    const time = receivedAt.toISOString()
    for (;;) {
      const reference = this.#createReference()
      const added = this.#queries.run(SQL.insertEnquiry, ...listEnquiryValues(reference, given))
      if (added === 0) continue
      this.#putItems(reference, enquiry.items)
      if (isMailed) this.#queries.run(SQL.insertMail, reference, time)
      if (confirmation) this.#queueConfirmation(reference, time, confirmation)
      return reference
    }
  }

  #queueConfirmation(reference: string, time: string, { day, counters }: ConfirmationLimits): void {
    this.#queries.run(SQL.deleteOldCounts, day)
    if (counters.some(({ key, max }) => this.#queries.get(SQL.findFullCount, day, key, max))) return
    for (const { key } of counters) this.#queries.run(SQL.countConfirmation, day, key)
    this.#queries.run(SQL.insertConfirmation, reference, time)
  }

  #putRecord({ enquiry, deduplicationKey, mail, confirmation }: EnquiryRecord): void {
    const { reference, receivedAt, answeredAt, request, items, name, email, phone, preferredTime } = enquiry
    this.#queries.run(
      `INSERT INTO enquiry (reference, received_at, answered_at, deduplication_key, request, product, name, email, phone, preferred_time)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (reference) DO UPDATE SET received_at = excluded.received_at, answered_at = excluded.answered_at,
         deduplication_key = excluded.deduplication_key, request = excluded.request, product = excluded.product, name = excluded.name,
         email = excluded.email, phone = excluded.phone, preferred_time = excluded.preferred_time`,
      reference,
      receivedAt,
      answeredAt,
      deduplicationKey,
      request,
      items[0]?.product ?? null,
      name,
      email,
      phone,
      preferredTime,
    )
    this.#putItems(reference, items)
    this.#putMail('owner', reference, mail)
    this.#putMail('visitor', reference, confirmation)
  }

  #putMail(kind: MailKind, reference: string, mail: MailRecord | null): void {
    if (!mail) return
    this.#queries.run(
      `INSERT INTO ${MAIL_TABLES[kind]} (reference, attempts, due_at, sent_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (reference) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at, sent_at = excluded.sent_at`,
      reference,
      mail.attempts,
      mail.dueAt,
      mail.sentAt,
    )
  }

  /** Replaces the items of an enquiry. */
  #putItems(reference: string, items: readonly StoredItem[]): void {
    const [first] = items
    if (first)
      this.#queries.run(
        'INSERT OR REPLACE INTO enquiry_product (reference, product_name, variant, variant_name, sku) VALUES (?, ?, ?, ?, ?)',
        reference,
        first.productName,
        first.variant,
        first.variantName,
        first.sku,
      )
    this.#queries.run('DELETE FROM enquiry_item WHERE reference = ?', reference)
    for (const [position, item] of items.entries())
      this.#queries.run(
        `INSERT INTO enquiry_item (reference, position, product, variant, quantity, note, product_name, variant_name, sku)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        reference,
        position,
        item.product,
        item.variant,
        item.quantity,
        item.note,
        item.productName,
        item.variantName,
        item.sku,
      )
  }

  #findDueMail(date: Date): Row | undefined {
    const { now, latestLeaseEnd, latestDue } = calculateMailTimes(date)
    return this.#queries.get(SQL.findDueMail, now, latestLeaseEnd, latestDue)
  }

  /** Writes, and checks the file again after the commit: if the file was replaced, a commit succeeds but is lost. */
  async #write<Result>(change: () => Result): Promise<Result> {
    const result = await retryWhileBusy(this.#file.path, this.#busyLimitMs, () => {
      this.#file.check()
      return runTransaction(this.#database, change)
    })
    this.#file.check()
    return result
  }
}
