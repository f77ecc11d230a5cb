import type { Row } from '../catalog/store/rows.ts'
import type { SqlConnection, SqlDatabase } from '../catalog/store/sql-dialect.ts'
import {
  ENQUIRY_COLUMNS,
  ENQUIRY_TABLES,
  MAIL_TABLES,
  countConfirmation,
  deleteEnquiries,
  insertEnquiry,
  insertItems,
  insertMail,
  readEnquiry,
  readRecord,
  readText,
} from './enquiry-rows.ts'
import { calculateMailTimes } from './mail-times.ts'
import { randomReference } from './random-reference.ts'
import type {
  AddedEnquiry,
  EnquiryRecord,
  MailId,
  MailKind,
  NewEnquiry,
  OutboxMail,
  StoredEnquiry,
  UnsentMails,
} from './stored-enquiry.ts'

const SCAN_BATCH_ROWS = 500

const LISTED = {
  open: 'is_suspected = 0 AND answered_at IS NULL',
  all: 'is_suspected = 0',
  suspected: 'is_suspected = 1',
} as const

const UNSENT_MAILS = `(${Object.entries(MAIL_TABLES)
  .map(
    ([kind, table]) =>
      `SELECT '${kind}' AS kind, reference, attempts, due_at, lent_until FROM ${table} WHERE sent_at IS NULL`,
  )
  .join(' UNION ALL ')})`

/** What transactions of several nodes do one after the other, as all transactions of SQLite do. */
export type EnquiryLock = 'outbox' | 'confirmations' | { readonly deduplicationKey: string }

/** What differs between SQLite and PostgreSQL. */
export interface EnquiryDialect {
  /** The column that numbers the enquiries in the order of their arrival. */
  readonly sequenceColumn: string
  /** SQL condition that `reference` is in the array `$1`. */
  readonly isListedReference: string
  /** Locks until the end of the transaction. */
  lock(connection: SqlConnection, lock: EnquiryLock): Promise<void>
  /** Removes deleted enquiries from the log of a database file too; it is called after they were deleted. */
  erase(): void
  close(): Promise<void>
}

export interface EnquiryStoreOptions {
  readonly createReference?: () => string
}

/** All methods throw HttpError 503 if the database is unavailable, and DatabaseBusyError if another writer takes too long. */
export class EnquiryStore {
  readonly #database: SqlDatabase
  readonly #dialect: EnquiryDialect
  readonly #createReference: () => string

  constructor(
    database: SqlDatabase,
    dialect: EnquiryDialect,
    { createReference = randomReference }: EnquiryStoreOptions,
  ) {
    this.#database = database
    this.#dialect = dialect
    this.#createReference = createReference
  }

  /** Stores an enquiry and queues its mails, which are on the disk when the promise resolves. */
  add(given: NewEnquiry): Promise<AddedEnquiry> {
    const { key, since } = given.deduplication
    return this.#database.transaction(async (connection) => {
      await this.#dialect.lock(connection, { deduplicationKey: key })
      const [duplicate] = await connection.rows(
        'SELECT reference FROM enquiry WHERE deduplication_key = $1 AND received_at >= $2 ORDER BY received_at DESC LIMIT 1',
        key,
        since ?? '',
      )
      return duplicate
        ? { reference: String(duplicate['reference']), isNew: false }
        : { reference: await this.#insert(connection, given), isNew: true }
    })
  }

  async find(reference: string): Promise<StoredEnquiry | undefined> {
    const [row] = await this.#database.rows(
      `SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} WHERE reference = $1`,
      reference,
    )
    return row && (await this.#readEnquiries([row]))[0]
  }

  /** Open enquiries come before answered ones, newest first. Only 'suspected' includes suspected ones. */
  async list(which: 'open' | 'all' | 'suspected'): Promise<readonly StoredEnquiry[]> {
    const rows = await this.#database.rows(
      `SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} WHERE ${LISTED[which]}
       ORDER BY answered_at IS NOT NULL, received_at DESC, ${this.#dialect.sequenceColumn} DESC`,
    )
    return this.#readEnquiries(rows)
  }

  /**
   * Marks an enquiry as answered, but keeps an earlier time. It is then no longer suspected.
   * @returns false if the enquiry does not exist
   */
  async markAnswered(reference: string, answeredAt: Date): Promise<boolean> {
    const changed = await this.#database.run(
      'UPDATE enquiry SET answered_at = coalesce(answered_at, $1), is_suspected = 0 WHERE reference = $2',
      answeredAt.toISOString(),
      reference,
    )
    return changed > 0
  }

  /**
   * Deletes an enquiry with its items and mails.
   * @returns false if it does not exist
   */
  async delete(reference: string): Promise<boolean> {
    return (await this.#deleteWhere('reference = $1', reference)) > 0
  }

  /** @returns the number of deleted enquiries */
  deleteAnswered(before: Date): Promise<number> {
    return this.#deleteIfAny('answered_at < $1', before.toISOString())
  }

  /** Deletes suspected enquiries by their arrival. @returns the number of deleted enquiries */
  deleteSuspected(before: Date): Promise<number> {
    return this.#deleteIfAny('is_suspected = 1 AND received_at < $1', before.toISOString())
  }

  /** Leases the mail that has been due longest; none while another one is leased, so that only one process sends at a time. */
  async leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined> {
    // A mail is rarely due, so most polls need no transaction.
    if (!(await findDueMail(this.#database, now))) return undefined
    const leased = await this.#database.transaction(async (connection) => {
      await this.#dialect.lock(connection, 'outbox')
      const due = await findDueMail(connection, now)
      if (due)
        await connection.run(
          `UPDATE ${MAIL_TABLES[due['kind'] as MailKind]} SET attempts = attempts + 1, lent_until = $1 WHERE reference = $2`,
          leaseUntil.toISOString(),
          String(due['reference']),
        )
      return due
    })
    if (!leased) return undefined
    const [enquiry] = await this.#readEnquiries([leased])
    return { kind: leased['kind'] as MailKind, enquiry: enquiry!, attempts: Number(leased['attempts']) + 1 }
  }

  async markMailSent({ kind, reference }: MailId, sentAt: Date): Promise<void> {
    await this.#database.run(
      `UPDATE ${MAIL_TABLES[kind]} SET sent_at = $1, lent_until = NULL WHERE reference = $2`,
      sentAt.toISOString(),
      reference,
    )
  }

  async rescheduleMail({ kind, reference }: MailId, dueAt: Date): Promise<void> {
    await this.#database.run(
      `UPDATE ${MAIL_TABLES[kind]} SET due_at = $1, lent_until = NULL WHERE reference = $2`,
      dueAt.toISOString(),
      reference,
    )
  }

  async dropConfirmation(reference: string): Promise<void> {
    await this.#database.run('DELETE FROM enquiry_confirmation WHERE reference = $1', reference)
  }

  async countUnsentMails(date: Date): Promise<UnsentMails> {
    const { now, latestLeaseEnd } = calculateMailTimes(date)
    // The current attempt of a leased mail is counted but has not failed yet.
    const [row] = await this.#database.rows(
      `SELECT count(*) AS unsent, count(*) FILTER (WHERE attempts > CASE WHEN lent_until > $1 AND lent_until <= $2 THEN 1 ELSE 0 END) AS failed, min(received_at) AS oldest
       FROM ${UNSENT_MAILS} AS mail JOIN enquiry USING (reference)`,
      now,
      latestLeaseEnd,
    )
    const [unsent, failed] = [Number(row?.['unsent']), Number(row?.['failed'])]
    return { waiting: unsent - failed, failed, oldestReceivedAt: readText(row?.['oldest']) }
  }

  /** Reads all enquiries in batches, in the order in which they were stored. */
  async *scanRecords(): AsyncGenerator<readonly EnquiryRecord[]> {
    const { sequenceColumn } = this.#dialect
    let lastSequence = 0
    for (;;) {
      const rows = await this.#database.rows(
        `SELECT ${sequenceColumn} AS sequence, ${ENQUIRY_COLUMNS}, deduplication_key,
           mail.attempts, mail.due_at, mail.sent_at, confirmation.attempts AS confirmation_attempts,
           confirmation.due_at AS confirmation_due_at, confirmation.sent_at AS confirmation_sent_at
         FROM ${ENQUIRY_TABLES} LEFT JOIN enquiry_mail AS mail USING (reference)
           LEFT JOIN enquiry_confirmation AS confirmation USING (reference)
         WHERE ${sequenceColumn} > $1 ORDER BY ${sequenceColumn} LIMIT $2`,
        lastSequence,
        SCAN_BATCH_ROWS,
      )
      const last = rows.at(-1)
      if (!last) return
      const enquiries = await this.#readEnquiries(rows)
      yield rows.map((row, index) => readRecord(row, enquiries[index]!))
      lastSequence = Number(last['sequence'])
    }
  }

  /** Replaces enquiries with the same reference. */
  restoreRecords(records: readonly EnquiryRecord[]): Promise<void> {
    return this.#database.transaction(async (connection) => {
      for (const { enquiry, deduplicationKey, mail, confirmation } of records) {
        const { reference } = enquiry
        await deleteEnquiries(connection, 'reference = $1', reference)
        await insertEnquiry(connection, enquiry, deduplicationKey)
        await insertItems(connection, enquiry)
        if (mail) await insertMail(connection, 'owner', reference, mail)
        if (confirmation) await insertMail(connection, 'visitor', reference, confirmation)
      }
    })
  }

  close(): Promise<void> {
    return this.#dialect.close()
  }

  async #insert(
    connection: SqlConnection,
    { enquiry, receivedAt: time, deduplication, isMailed, confirmation }: NewEnquiry,
  ): Promise<string> {
    const receivedAt = time.toISOString()
    const mail = { attempts: 0, dueAt: receivedAt, sentAt: null }
    for (;;) {
      const stored = { ...enquiry, reference: this.#createReference(), receivedAt, answeredAt: null }
      const { reference } = stored
      if (!(await insertEnquiry(connection, stored, deduplication.key))) continue
      await insertItems(connection, stored)
      if (isMailed) await insertMail(connection, 'owner', reference, mail)
      if (!confirmation) return reference
      // Without the lock, concurrent transactions could exceed the limits.
      await this.#dialect.lock(connection, 'confirmations')
      if (await countConfirmation(connection, confirmation)) await insertMail(connection, 'visitor', reference, mail)
      return reference
    }
  }

  async #deleteIfAny(condition: string, value: string): Promise<number> {
    // Usually there is nothing to delete, and no transaction is needed.
    const [any] = await this.#database.rows(`SELECT 1 FROM enquiry WHERE ${condition} LIMIT 1`, value)
    return any ? this.#deleteWhere(condition, value) : 0
  }

  async #deleteWhere(condition: string, value: string): Promise<number> {
    const deleted = await this.#database.transaction(async (connection) => {
      // Without the lock, two nodes could deadlock, or another node could lease a mail meanwhile.
      await this.#dialect.lock(connection, 'outbox')
      return deleteEnquiries(connection, condition, value)
    })
    if (deleted > 0) this.#dialect.erase()
    return deleted
  }

  /** @param rows rows with `ENQUIRY_COLUMNS` */
  async #readEnquiries(rows: readonly Row[]): Promise<readonly StoredEnquiry[]> {
    if (rows.length === 0) return []
    const itemRows = await this.#database.rows(
      `SELECT reference, product, variant, quantity, note, pasted, product_name, variant_name, sku, order_terms
       FROM enquiry_item LEFT JOIN enquiry_line USING (reference, position)
       WHERE ${this.#dialect.isListedReference} ORDER BY reference, position`,
      rows.map((row) => row['reference']),
    )
    const itemsByReference = Map.groupBy(itemRows, (row) => row['reference'])
    return rows.map((row) => readEnquiry(row, itemsByReference.get(row['reference']) ?? []))
  }
}

async function findDueMail(connection: Pick<SqlConnection, 'rows'>, date: Date): Promise<Row | undefined> {
  const { now, latestLeaseEnd, latestDue } = calculateMailTimes(date)
  const [row] = await connection.rows(
    `SELECT ${ENQUIRY_COLUMNS}, kind, attempts FROM ${ENQUIRY_TABLES} JOIN ${UNSENT_MAILS} AS mail USING (reference)
     WHERE (due_at <= $1 OR due_at > $3)
       AND NOT EXISTS (SELECT 1 FROM ${UNSENT_MAILS} AS leased WHERE lent_until > $1 AND lent_until <= $2)
     ORDER BY due_at, kind LIMIT 1`,
    now,
    latestLeaseEnd,
    latestDue,
  )
  return row
}
