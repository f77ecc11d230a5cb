import type { EnquiryStatus } from '../../shared/enquiry-fields.ts'
import type { Row } from '../store/rows.ts'
import type {
  AddedEnquiry,
  EnquiryRecord,
  EnquiryStore,
  MailId,
  MailKind,
  MailRecord,
  NewEnquiry,
  OutboxMail,
  StoredEnquiry,
  StoredItem,
  UnsentMails,
} from './enquiry-store.ts'
import { calculateMailTimes } from './mail-times.ts'

const SCAN_BATCH_ROWS = 500

/** Joins `enquiry_product`, which holds the only product of an enquiry that an older version of Vitrine stored. */
const ENQUIRY_TABLES = 'enquiry LEFT JOIN enquiry_product USING (reference)'

/** The columns are listed one by one, because a prepared `SELECT *` fails in PostgreSQL after a column is added. */
const ENQUIRY_COLUMNS =
  'reference, received_at, answered_at, request, product, product_name, variant, variant_name, sku, name, email, phone, preferred_time'

/** Confirmations have their own table, because older versions send all rows of `enquiry_mail` to the owner. */
export const MAIL_TABLES: Readonly<Record<MailKind, string>> = {
  owner: 'enquiry_mail',
  visitor: 'enquiry_confirmation',
}

const UNSENT_MAILS = `(${Object.entries(MAIL_TABLES)
  .map(
    ([kind, table]) =>
      `SELECT '${kind}' AS kind, reference, attempts, due_at, lent_until FROM ${table} WHERE sent_at IS NULL`,
  )
  .join(' UNION ALL ')})`

/** Statements that both stores use: SQLite runs them synchronously, PostgreSQL asynchronously. */
export const SQL = {
  findDuplicate:
    'SELECT reference FROM enquiry WHERE deduplication_key = $1 AND received_at >= $2 ORDER BY received_at DESC LIMIT 1',
  insertEnquiry: `
    INSERT INTO enquiry (reference, received_at, deduplication_key, request, product, name, email, phone, preferred_time)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (reference) DO NOTHING`,
  insertMail: insertMail('owner'),
  insertConfirmation: insertMail('visitor'),
  deleteOldCounts: 'DELETE FROM confirmation_count WHERE day < $1',
  findFullCount: 'SELECT 1 FROM confirmation_count WHERE day = $1 AND counted = $2 AND number >= $3',
  countConfirmation: `
    INSERT INTO confirmation_count (day, counted, number) VALUES ($1, $2, 1)
    ON CONFLICT (day, counted) DO UPDATE SET number = confirmation_count.number + 1`,
  findDueMail: `
    SELECT ${ENQUIRY_COLUMNS}, kind, attempts FROM ${ENQUIRY_TABLES} JOIN ${UNSENT_MAILS} AS mail USING (reference)
    WHERE (due_at <= $1 OR due_at > $3)
      AND NOT EXISTS (SELECT 1 FROM ${UNSENT_MAILS} AS leased WHERE lent_until > $1 AND lent_until <= $2)
    ORDER BY due_at, kind LIMIT 1`,
} as const

/** Returns the values of `SQL.insertEnquiry`. */
export function listEnquiryValues(
  reference: string,
  { enquiry, receivedAt, deduplication }: NewEnquiry,
): readonly (string | null)[] {
  const { request, items, name, email, phone, preferredTime } = enquiry
  const firstProduct = items[0]?.product ?? null
  return [
    reference,
    receivedAt.toISOString(),
    deduplication.key,
    request,
    firstProduct,
    name,
    email,
    phone,
    preferredTime,
  ]
}

function insertMail(kind: MailKind): string {
  return `INSERT INTO ${MAIL_TABLES[kind]} (reference, attempts, due_at) VALUES ($1, 0, $2)`
}

/** Builds the SQL that leases a mail. @param due a row that `findDueMail` returned */
export function leaseMail(due: Row): string {
  return `UPDATE ${MAIL_TABLES[due['kind'] as MailKind]} SET attempts = attempts + 1, lent_until = $1 WHERE reference = $2`
}

/** The text of an SQL statement and the values of its placeholders. */
export type Statement = readonly [text: string, ...values: unknown[]]

/** The parts of the store that SQLite and PostgreSQL share: everything except transactions of several statements. */
export abstract class SqlEnquiryStore implements EnquiryStore {
  protected abstract readonly sequenceColumn: string
  /** SQL condition that `reference` is in the array `$1`. */
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

  /**
   * Runs statements that delete rows in one transaction.
   * @returns the number of rows that the last one deleted
   */
  protected abstract deleteRows(statements: readonly Statement[]): Promise<number>

  async find(reference: string): Promise<StoredEnquiry | undefined> {
    const [row] = await this.rows(`SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} WHERE reference = $1`, reference)
    return row && (await this.readEnquiries([row]))[0]
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

  async markMailSent({ kind, reference }: MailId, sentAt: Date): Promise<void> {
    await this.run(
      `UPDATE ${MAIL_TABLES[kind]} SET sent_at = $1, lent_until = NULL WHERE reference = $2`,
      sentAt.toISOString(),
      reference,
    )
  }

  async delete(reference: string): Promise<boolean> {
    return (await this.#deleteWhere('reference = $1', reference)) > 0
  }

  async deleteAnswered(before: Date): Promise<number> {
    const [condition, value] = ['answered_at < $1', before.toISOString()]
    // Usually there is nothing to delete, so this check avoids a transaction.
    const [any] = await this.rows(`SELECT 1 FROM enquiry WHERE ${condition} LIMIT 1`, value)
    return any ? this.#deleteWhere(condition, value) : 0
  }

  #deleteWhere(condition: string, value: string): Promise<number> {
    const parts = ['enquiry_item', 'enquiry_product', ...Object.values(MAIL_TABLES)]
    return this.deleteRows([
      ...parts.map((table): Statement => [
        `DELETE FROM ${table} WHERE reference IN (SELECT reference FROM enquiry WHERE ${condition})`,
        value,
      ]),
      [`DELETE FROM enquiry WHERE ${condition}`, value],
    ])
  }

  async dropConfirmation(reference: string): Promise<void> {
    await this.run('DELETE FROM enquiry_confirmation WHERE reference = $1', reference)
  }

  async rescheduleMail({ kind, reference }: MailId, dueAt: Date): Promise<void> {
    await this.run(
      `UPDATE ${MAIL_TABLES[kind]} SET due_at = $1, lent_until = NULL WHERE reference = $2`,
      dueAt.toISOString(),
      reference,
    )
  }

  async countUnsentMails(date: Date): Promise<UnsentMails> {
    const { now, latestLeaseEnd } = calculateMailTimes(date)
    // The current attempt of a leased mail is counted in `attempts` but has not failed yet.
    const [row] = await this.rows(
      `SELECT count(*) AS unsent, count(*) FILTER (WHERE attempts > CASE WHEN lent_until > $1 AND lent_until <= $2 THEN 1 ELSE 0 END) AS failed, min(received_at) AS oldest
       FROM ${UNSENT_MAILS} AS mail JOIN enquiry USING (reference)`,
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
        `SELECT ${this.sequenceColumn} AS sequence, ${ENQUIRY_COLUMNS}, deduplication_key,
           mail.attempts, mail.due_at, mail.sent_at, confirmation.attempts AS confirmation_attempts,
           confirmation.due_at AS confirmation_due_at, confirmation.sent_at AS confirmation_sent_at
         FROM ${ENQUIRY_TABLES} LEFT JOIN enquiry_mail AS mail USING (reference)
           LEFT JOIN enquiry_confirmation AS confirmation USING (reference)
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

  /** Reads a mail that was just leased. @param leased the mail's row before the lease */
  protected async readMail(leased: Row): Promise<OutboxMail> {
    const [enquiry] = await this.readEnquiries([leased])
    return { kind: leased['kind'] as MailKind, enquiry: enquiry!, attempts: Number(leased['attempts']) + 1 }
  }

  /** @param rows rows with `ENQUIRY_COLUMNS` */
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

/** Reads an item. @param row a row of `enquiry_item`, or of an enquiry that an older version stored with its only product */
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
    mail: readMailRecord(row['attempts'], row['due_at'], row['sent_at']),
    confirmation: readMailRecord(row['confirmation_attempts'], row['confirmation_due_at'], row['confirmation_sent_at']),
  }
}

function readMailRecord(attempts: unknown, dueAt: unknown, sentAt: unknown): MailRecord | null {
  return typeof dueAt === 'string' ? { attempts: Number(attempts), dueAt, sentAt: readText(sentAt) } : null
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
