import { randomInt } from 'node:crypto'
import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '../../shared/enquiry-items.ts'
import { migrate } from '../catalog/store/migrate.ts'
import { readInBatches, type SqlConnection, type SqlDatabase } from '../catalog/store/sql-dialect.ts'
import { ENQUIRY_COLUMNS, ENQUIRY_SCHEMA, insertEnquiry, readEnquiry, readText } from './enquiry-rows.ts'
import type {
  ConfirmationLimits,
  EnquiryRecord,
  MailId,
  MailKind,
  MailRecord,
  NewEnquiry,
  OutboxMail,
  StoredEnquiry,
  UnsentMails,
} from './stored-enquiry.ts'

const LISTED = {
  open: 'is_suspected = 0 AND answered_at IS NULL',
  all: 'is_suspected = 0',
  suspected: 'is_suspected = 1',
} as const

/** All methods throw HttpError 503 if the database is unavailable, and DatabaseBusyError if another writer takes too long. */
export class EnquiryStore {
  readonly #database: SqlDatabase
  readonly #createReference: () => string

  /** Creates or updates the tables. @throws Error if a newer version of Vitrine wrote them */
  static async open(database: SqlDatabase, { createReference = randomReference } = {}): Promise<EnquiryStore> {
    await migrate(database, ENQUIRY_SCHEMA)
    return new EnquiryStore(database, createReference)
  }

  private constructor(database: SqlDatabase, createReference: () => string) {
    this.#database = database
    this.#createReference = createReference
  }

  /** Stores an enquiry and queues its mails, which are on the disk when the promise resolves. */
  add(given: NewEnquiry): Promise<{ readonly reference: string; readonly isNew: boolean }> {
    const { key, since } = given.deduplication
    return this.#database.transaction(async (connection) => {
      await this.#database.lock(connection, `enquiry ${key}`)
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
    const [row] = await this.#database.rows(`SELECT ${ENQUIRY_COLUMNS} FROM enquiry WHERE reference = $1`, reference)
    return row && readEnquiry(row)
  }

  /** Open enquiries come before answered ones, newest first. Only 'suspected' includes suspected ones. */
  async list(which: 'open' | 'all' | 'suspected'): Promise<readonly StoredEnquiry[]> {
    const rows = await this.#database.rows(
      `SELECT ${ENQUIRY_COLUMNS} FROM enquiry WHERE ${LISTED[which]}
       ORDER BY answered_at IS NOT NULL, received_at DESC, sequence DESC`,
    )
    return rows.map(readEnquiry)
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
    return (await this.#delete('reference = $1', reference)) > 0
  }

  /** @returns the number of deleted enquiries */
  deleteAnswered(before: Date): Promise<number> {
    return this.#delete('answered_at < $1', before.toISOString())
  }

  /** Deletes suspected enquiries by their arrival. @returns the number of deleted enquiries */
  deleteSuspected(before: Date): Promise<number> {
    return this.#delete('is_suspected = 1 AND received_at < $1', before.toISOString())
  }

  /** Leases the mail that has been due longest. If it is not sent until `leaseUntil`, it is due again. */
  async leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined> {
    const [due] = await this.#database.rows(
      `SELECT ${ENQUIRY_COLUMNS}, kind, attempts, due_at FROM mail JOIN enquiry USING (reference)
       WHERE sent_at IS NULL AND (due_at <= $1 OR due_at > $2) ORDER BY due_at, kind LIMIT 1`,
      now.toISOString(),
      // A mail that is due later was stored with a wrong clock.
      new Date(now.getTime() + RETRY_MAX_MS + CLOCK_DIFFERENCE_MAX_MS).toISOString(),
    )
    if (!due) return undefined
    const mail = { kind: due['kind'] as MailKind, enquiry: readEnquiry(due), attempts: Number(due['attempts']) + 1 }
    const leased = await this.#database.run(
      'UPDATE mail SET due_at = $1 WHERE reference = $2 AND kind = $3 AND due_at = $4 AND sent_at IS NULL',
      leaseUntil.toISOString(),
      mail.enquiry.reference,
      mail.kind,
      due['due_at'],
    )
    return leased > 0 ? mail : undefined
  }

  markMailSent(mail: MailId, sentAt: Date): Promise<void> {
    return this.#endAttempt(mail, 'sent_at', sentAt)
  }

  rescheduleMail(mail: MailId, dueAt: Date): Promise<void> {
    return this.#endAttempt(mail, 'due_at', dueAt)
  }

  async dropConfirmation(reference: string): Promise<void> {
    await this.#database.run("DELETE FROM mail WHERE reference = $1 AND kind = 'visitor'", reference)
  }

  async countUnsentMails(): Promise<UnsentMails> {
    const [row] = await this.#database.rows(
      `SELECT count(*) AS unsent, count(*) FILTER (WHERE attempts > 0) AS failed, min(received_at) AS oldest
       FROM mail JOIN enquiry USING (reference) WHERE sent_at IS NULL`,
    )
    const [unsent, failed] = [Number(row?.['unsent']), Number(row?.['failed'])]
    return { waiting: unsent - failed, failed, oldestReceivedAt: readText(row?.['oldest']) }
  }

  /** Reads all enquiries in batches, in the order in which they were stored. */
  async *scanRecords(): AsyncGenerator<readonly EnquiryRecord[]> {
    const batches = readInBatches(
      this.#database,
      `SELECT sequence AS place, ${ENQUIRY_COLUMNS}, deduplication_key,
         owner.attempts, owner.due_at, owner.sent_at, visitor.attempts AS visitor_attempts,
         visitor.due_at AS visitor_due_at, visitor.sent_at AS visitor_sent_at
       FROM enquiry LEFT JOIN (SELECT * FROM mail WHERE kind = 'owner') AS owner USING (reference)
         LEFT JOIN (SELECT * FROM mail WHERE kind = 'visitor') AS visitor USING (reference)
       WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
      0,
    )
    for await (const rows of batches)
      yield rows.map((row) => ({
        enquiry: readEnquiry(row),
        deduplicationKey: String(row['deduplication_key']),
        mail: readMailRecord(row['attempts'], row['due_at'], row['sent_at']),
        confirmation: readMailRecord(row['visitor_attempts'], row['visitor_due_at'], row['visitor_sent_at']),
      }))
  }

  /** Replaces enquiries with the same reference. */
  restoreRecords(records: readonly EnquiryRecord[]): Promise<void> {
    return this.#database.transaction(async (connection) => {
      for (const record of records) {
        await deleteEnquiries(connection, 'reference = $1', record.enquiry.reference)
        await insertRecord(connection, record)
      }
    })
  }

  async #insert(
    connection: SqlConnection,
    { enquiry: given, receivedAt: time, deduplication, isMailed, confirmation: limits }: NewEnquiry,
  ): Promise<string> {
    const receivedAt = time.toISOString()
    const queued = { attempts: 0, dueAt: receivedAt, sentAt: null }
    // Without the lock, concurrent transactions could exceed the limits.
    if (limits) await this.#database.lock(connection, 'confirmations')
    const confirmation = limits && (await countConfirmation(connection, limits)) ? queued : null
    const others = { deduplicationKey: deduplication.key, mail: isMailed ? queued : null, confirmation }
    for (;;) {
      const enquiry = { ...given, reference: this.#createReference(), receivedAt, answeredAt: null }
      if (await insertRecord(connection, { enquiry, ...others })) return enquiry.reference
    }
  }

  async #endAttempt({ kind, reference }: MailId, column: 'sent_at' | 'due_at', time: Date): Promise<void> {
    await this.#database.run(
      `UPDATE mail SET ${column} = $1, attempts = attempts + 1 WHERE reference = $2 AND kind = $3`,
      time.toISOString(),
      reference,
      kind,
    )
  }

  async #delete(condition: string, value: string): Promise<number> {
    // Usually nothing is old enough, and no transaction is needed.
    const [any] = await this.#database.rows(`SELECT 1 FROM enquiry WHERE ${condition} LIMIT 1`, value)
    if (!any) return 0
    const deleted = await this.#database.transaction(async (connection) => {
      // Without the lock, two nodes that delete the same enquiries could deadlock.
      await this.#database.lock(connection, 'deletion')
      return deleteEnquiries(connection, condition, value)
    })
    if (deleted > 0) await this.#database.eraseDeleted()
    return deleted
  }
}

function readMailRecord(attempts: unknown, dueAt: unknown, sentAt: unknown): MailRecord | null {
  return typeof dueAt === 'string' ? { attempts: Number(attempts), dueAt, sentAt: readText(sentAt) } : null
}

/** @returns false if the reference is in use */
async function insertRecord(
  connection: SqlConnection,
  { enquiry, deduplicationKey, mail, confirmation }: EnquiryRecord,
): Promise<boolean> {
  if (!(await insertEnquiry(connection, enquiry, deduplicationKey))) return false
  const insert = 'INSERT INTO mail (reference, kind, attempts, due_at, sent_at) VALUES ($1, $2, $3, $4, $5)'
  for (const [kind, record] of Object.entries({ owner: mail, visitor: confirmation }))
    if (record) await connection.run(insert, enquiry.reference, kind, record.attempts, record.dueAt, record.sentAt)
  return true
}

/** @param condition on the table `enquiry` @returns the number of enquiries */
async function deleteEnquiries(connection: SqlConnection, condition: string, value: unknown): Promise<number> {
  await connection.run(`DELETE FROM mail WHERE reference IN (SELECT reference FROM enquiry WHERE ${condition})`, value)
  return connection.run(`DELETE FROM enquiry WHERE ${condition}`, value)
}

/** @returns false if a counter has reached its maximum */
async function countConfirmation(connection: SqlConnection, { day, counters }: ConfirmationLimits): Promise<boolean> {
  await connection.run('DELETE FROM confirmation_count WHERE day < $1', day)
  for (const { key, max } of counters) {
    const full = 'SELECT 1 FROM confirmation_count WHERE day = $1 AND counted = $2 AND number >= $3'
    if ((await connection.rows(full, day, key, max)).length > 0) return false
  }
  for (const { key } of counters)
    await connection.run(
      `INSERT INTO confirmation_count (day, counted, number) VALUES ($1, $2, 1)
       ON CONFLICT (day, counted) DO UPDATE SET number = confirmation_count.number + 1`,
      day,
      key,
    )
  return true
}

/** Eight characters from an alphabet of 30 cannot be guessed in practice. */
function randomReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join(
    '',
  )
}

/** Duration of a lease. An attempt to send takes less time, so a lease expires only if its process was killed. */
export const LEASE_MS = 45_000

export const RETRY_MAX_MS = 3_600_000

/** Maximum difference between the clocks of two nodes. */
const CLOCK_DIFFERENCE_MAX_MS = 10 * 60_000
