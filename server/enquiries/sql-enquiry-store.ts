import type { EnquiryStatus } from '../../shared/enquiry-fields.ts'
import type { Row } from '../store/rows.ts'
import type {
  AddedEnquiry,
  EnquiryRecord,
  EnquiryStore,
  NewEnquiry,
  OutboxMail,
  StoredEnquiry,
  StoredItem,
  UnsentMails,
} from './enquiry-store.ts'
import { calculateMailTimes } from './mail-times.ts'

const SCAN_BATCH_ROWS = 500

/** `enquiry_product` has the columns that an older version added; it describes the first item. */
const ENQUIRY_TABLES = 'enquiry LEFT JOIN enquiry_product USING (reference)'

/** A prepared `SELECT *` fails in PostgreSQL after a column is added. */
const ENQUIRY_COLUMNS =
  'reference, received_at, answered_at, request, product, product_name, variant, variant_name, sku, name, email, phone, preferred_time'

/** Statements that SQLite runs synchronously and PostgreSQL asynchronously. */
export const SQL = {
  findDuplicate:
    'SELECT reference FROM enquiry WHERE deduplication_key = $1 AND received_at >= $2 ORDER BY received_at DESC LIMIT 1',
  insertEnquiry: `
    INSERT INTO enquiry (reference, received_at, deduplication_key, request, product, name, email, phone, preferred_time)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (reference) DO NOTHING`,
  insertMail: 'INSERT INTO enquiry_mail (reference, attempts, due_at) VALUES ($1, 0, $2)',
  findDueMail: `
    SELECT ${ENQUIRY_COLUMNS}, attempts FROM ${ENQUIRY_TABLES} JOIN enquiry_mail USING (reference)
    WHERE sent_at IS NULL AND (due_at <= $1 OR due_at > $3)
      AND NOT EXISTS (SELECT 1 FROM enquiry_mail WHERE sent_at IS NULL AND lent_until > $1 AND lent_until <= $2)
    ORDER BY due_at LIMIT 1`,
  leaseMail: 'UPDATE enquiry_mail SET attempts = attempts + 1, lent_until = $1 WHERE reference = $2',
} as const

/** Code common to SQLite and PostgreSQL, which differ only in transactions of several statements. */
export abstract class SqlEnquiryStore implements EnquiryStore {
  protected abstract readonly sequenceColumn: string
  /** SQL condition that a reference is in the array `$1`. */
  protected abstract readonly isListedReference: string

  abstract add(given: NewEnquiry): Promise<AddedEnquiry>
  abstract leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined>
  abstract restoreRecords(records: readonly EnquiryRecord[]): Promise<void>
  abstract close(): Promise<void>

  protected abstract rows(text: string, ...values: readonly unknown[]): Row[] | Promise<Row[]>
  /**
   * Runs one statement in its own transaction.
   * @returns the number of rows that were changed
   */
  protected abstract run(text: string, ...values: readonly unknown[]): Promise<number>

  async find(reference: string): Promise<StoredEnquiry | undefined> {
    const [row] = await this.rows(`SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} WHERE reference = $1`, reference)
    return row && (await this.readEnquiries([row]))[0]
  }

  async findStatus(reference: string): Promise<EnquiryStatus | undefined> {
    const [row] = await this.rows(
      'SELECT reference, received_at, answered_at FROM enquiry WHERE reference = $1',
      reference,
    )
    return row && readStatus(row)
  }

  async list(which: 'open' | 'all'): Promise<readonly StoredEnquiry[]> {
    const condition = which === 'open' ? 'WHERE answered_at IS NULL' : ''
    const rows = await this.rows(
      `SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} ${condition}
       ORDER BY answered_at IS NOT NULL, received_at DESC, ${this.sequenceColumn} DESC`,
    )
    return this.readEnquiries(rows)
  }

  async markAnswered(reference: string, answeredAt: Date): Promise<boolean> {
    const changed = await this.run(
      'UPDATE enquiry SET answered_at = coalesce(answered_at, $1) WHERE reference = $2',
      answeredAt.toISOString(),
      reference,
    )
    return changed > 0
  }

  async markMailSent(reference: string, sentAt: Date): Promise<void> {
    await this.run(
      'UPDATE enquiry_mail SET sent_at = $1, lent_until = NULL WHERE reference = $2',
      sentAt.toISOString(),
      reference,
    )
  }

  async rescheduleMail(reference: string, dueAt: Date): Promise<void> {
    await this.run(
      'UPDATE enquiry_mail SET due_at = $1, lent_until = NULL WHERE reference = $2',
      dueAt.toISOString(),
      reference,
    )
  }

  async countUnsentMails(date: Date): Promise<UnsentMails> {
    const { now, latestLeaseEnd } = calculateMailTimes(date)
    // A leased mail's current attempt has not failed yet.
    const [row] = await this.rows(
      `SELECT count(*) AS unsent, count(*) FILTER (WHERE attempts > CASE WHEN lent_until > $1 AND lent_until <= $2 THEN 1 ELSE 0 END) AS failed, min(received_at) AS oldest
       FROM enquiry_mail JOIN enquiry USING (reference) WHERE sent_at IS NULL`,
      now,
      latestLeaseEnd,
    )
    const [unsent, failed] = [Number(row?.['unsent']), Number(row?.['failed'])]
    return { waiting: unsent - failed, failed, oldestReceivedAt: readText(row?.['oldest']) }
  }

  async *scanRecords(): AsyncGenerator<readonly EnquiryRecord[]> {
    let lastSequence = 0
    for (;;) {
      const rows = await this.rows(
        `SELECT ${this.sequenceColumn} AS sequence, ${ENQUIRY_COLUMNS}, deduplication_key, attempts, due_at, sent_at
         FROM ${ENQUIRY_TABLES} LEFT JOIN enquiry_mail USING (reference)
         WHERE ${this.sequenceColumn} > $1 ORDER BY ${this.sequenceColumn} LIMIT $2`,
        lastSequence,
        SCAN_BATCH_ROWS,
      )
      const last = rows.at(-1)
      if (!last) return
      const enquiries = await this.readEnquiries(rows)
      yield rows.map((row, index) => readRecord(row, enquiries[index]!))
      lastSequence = Number(last['sequence'])
    }
  }

  /** @param leased as it was before the lease */
  protected async readMail(leased: Row): Promise<OutboxMail> {
    const [enquiry] = await this.readEnquiries([leased])
    return { enquiry: enquiry!, attempts: Number(leased['attempts']) + 1 }
  }

  /** @param rows with `ENQUIRY_COLUMNS` */
  protected async readEnquiries(rows: readonly Row[]): Promise<readonly StoredEnquiry[]> {
    if (rows.length === 0) return []
    const itemRows = await this.rows(
      `SELECT reference, product, variant, quantity, note, product_name, variant_name, sku FROM enquiry_item
       WHERE ${this.isListedReference} ORDER BY reference, position`,
      rows.map((row) => row['reference']),
    )
    const itemsByReference = Map.groupBy(itemRows, (row) => row['reference'])
    return rows.map((row) => {
      const ownRows = itemsByReference.get(row['reference']) ?? (row['product'] === null ? [] : [row])
      return readEnquiry(row, ownRows.map(readItem))
    })
  }
}

function readEnquiry(row: Row, items: readonly StoredItem[]): StoredEnquiry {
  return {
    ...readStatus(row),
    request: String(row['request']),
    items,
    name: String(row['name']),
    email: String(row['email']),
    phone: readText(row['phone']),
    preferredTime: readText(row['preferred_time']),
  }
}

/** @param row of `enquiry_item` or, from an older version, of an enquiry with its only product */
function readItem(row: Row): StoredItem {
  return {
    product: String(row['product']),
    variant: readText(row['variant']),
    quantity: Number(row['quantity'] ?? 1),
    note: readText(row['note']) ?? '',
    productName: readText(row['product_name']),
    variantName: readText(row['variant_name']),
    sku: readText(row['sku']),
  }
}

function readRecord(row: Row, enquiry: StoredEnquiry): EnquiryRecord {
  return {
    enquiry,
    deduplicationKey: String(row['deduplication_key']),
    mail:
      row['due_at'] === null
        ? null
        : { attempts: Number(row['attempts']), dueAt: String(row['due_at']), sentAt: readText(row['sent_at']) },
  }
}

function readStatus(row: Row): EnquiryStatus {
  return {
    reference: String(row['reference']),
    receivedAt: String(row['received_at']),
    answeredAt: readText(row['answered_at']),
  }
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
