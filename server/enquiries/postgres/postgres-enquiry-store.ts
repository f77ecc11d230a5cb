import type { EnquiryStatus } from '../../../shared/enquiry-fields.ts'
import type { Connection, Row } from '../../store/postgres/connection.ts'
import { LOCKS } from '../../store/postgres/locks.ts'
import { migrate } from '../../store/postgres/migrate.ts'
import type { ServerPool } from '../../store/postgres/server-pool.ts'
import { storableText } from '../../store/postgres/storable-text.ts'
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
import { putProductSnapshots, putRecords, scanRecords } from './enquiry-records.ts'
import { ENQUIRY_PRODUCT_SCHEMA, ENQUIRY_SCHEMA } from './schema.ts'

interface PostgresEnquiryStoreOptions {
  /** Tests bring references that collide. */
  readonly createReference?: () => string
}

/**
 * Opens the enquiries on a server, and makes what is missing there.
 * @throws where the server cannot be used, or was written by a newer version
 */
export async function openPostgresEnquiryStore(
  server: ServerPool,
  { createReference = buildReference }: PostgresEnquiryStoreOptions = {},
): Promise<EnquiryStore> {
  await migrate(server, ENQUIRY_SCHEMA)
  await migrate(server, ENQUIRY_PRODUCT_SCHEMA)
  return new PostgresEnquiryStore(server, createReference)
}

/** An import does not keep it waiting: each locks its own rows. */
class PostgresEnquiryStore implements EnquiryStore {
  readonly #server: ServerPool
  readonly #createReference: () => string

  constructor(server: ServerPool, createReference: () => string) {
    this.#server = server
    this.#createReference = createReference
  }

  add(given: NewEnquiry): Promise<AddedEnquiry> {
    const { key, since } = given.deduplication
    return this.#server.transaction(async (connection) => {
      await connection.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', key)
      const [before] = await connection.rows(
        'SELECT reference FROM enquiry WHERE deduplication_key = $1 AND received_at >= $2 ORDER BY received_at DESC LIMIT 1',
        key,
        since ?? '',
      )
      return before
        ? { reference: String(before['reference']), isNew: false }
        : { reference: await this.#insert(connection, given), isNew: true }
    })
  }

  async find(reference: string): Promise<StoredEnquiry | undefined> {
    const [row] = await this.#server.rows(
      `SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} WHERE reference = $1`,
      reference,
    )
    return row && readEnquiry(row)
  }

  async findStatus(reference: string): Promise<EnquiryStatus | undefined> {
    const [row] = await this.#server.rows(
      'SELECT reference, received_at, answered_at FROM enquiry WHERE reference = $1',
      reference,
    )
    return row && readStatus(row)
  }

  async list(which: 'open' | 'all'): Promise<readonly StoredEnquiry[]> {
    const condition = which === 'open' ? 'WHERE answered_at IS NULL' : ''
    const rows = await this.#server.rows(
      `SELECT ${ENQUIRY_COLUMNS} FROM ${ENQUIRY_TABLES} ${condition} ORDER BY answered_at IS NOT NULL, received_at DESC, seq DESC`,
    )
    return rows.map(readEnquiry)
  }

  async markAnswered(reference: string, answeredAt: Date): Promise<boolean> {
    const changed = await this.#server.run(
      'UPDATE enquiry SET answered_at = coalesce(answered_at, $1) WHERE reference = $2',
      answeredAt.toISOString(),
      reference,
    )
    return changed > 0
  }

  async takeMail(now: Date, lentUntil: Date): Promise<OutboxMail | undefined> {
    // Asked often, and nearly always for nothing: a transaction begins only where there is something to take.
    if (!(await findDueMail(this.#server, now))) return undefined
    return this.#server.transaction(async (connection) => {
      await connection.exec(`SELECT pg_advisory_xact_lock(${LOCKS.outbox})`)
      const due = await findDueMail(connection, now)
      if (!due) return undefined
      const reference = String(due['reference'])
      await connection.run(
        'UPDATE enquiry_mail SET attempts = attempts + 1, lent_until = $1 WHERE reference = $2',
        lentUntil.toISOString(),
        reference,
      )
      return { enquiry: readEnquiry(due), attempts: Number(due['attempts']) + 1 }
    })
  }

  async markMailSent(reference: string, sentAt: Date): Promise<void> {
    await this.#server.run(
      'UPDATE enquiry_mail SET sent_at = $1, lent_until = NULL WHERE reference = $2',
      sentAt.toISOString(),
      reference,
    )
  }

  async putMailOff(reference: string, until: Date): Promise<void> {
    await this.#server.run(
      'UPDATE enquiry_mail SET due_at = $1, lent_until = NULL WHERE reference = $2',
      until.toISOString(),
      reference,
    )
  }

  async countUnsentMails(date: Date): Promise<UnsentMails> {
    const { now, latestLeaseEnd } = readMailTimes(date)
    const [row] = await this.#server.rows(
      `SELECT count(*) AS unsent, count(*) FILTER (WHERE attempts > CASE WHEN lent_until > $1 AND lent_until <= $2 THEN 1 ELSE 0 END) AS failed, min(received_at) AS oldest
       FROM enquiry_mail JOIN enquiry USING (reference) WHERE sent_at IS NULL`,
      now,
      latestLeaseEnd,
    )
    return readUnsentMails(row!)
  }

  scanRecords(): AsyncGenerator<readonly EnquiryRecord[]> {
    return scanRecords(this.#server)
  }

  restoreRecords(records: readonly EnquiryRecord[]): Promise<void> {
    return this.#server.transaction((connection) => putRecords(connection, records))
  }

  /** The pool is closed by whoever opened it. */
  async close(): Promise<void> {}

  async #insert(
    connection: Connection,
    { enquiry, snapshot = EMPTY_SNAPSHOT, receivedAt, deduplication, isMailed }: NewEnquiry,
  ): Promise<string> {
    const { request, product, name, email, phone, preferredTime } = enquiry
    for (;;) {
      const reference = this.#createReference()
      const added = await connection.run(
        `INSERT INTO enquiry (reference, received_at, deduplication_key, request, product, name, email, phone, preferred_time)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (reference) DO NOTHING`,
        reference,
        receivedAt.toISOString(),
        deduplication.key,
        ...[request, product, name, email, phone, preferredTime].map((text) => text && storableText(text)),
      )
      if (added === 0) continue
      await putProductSnapshots(connection, [{ reference, ...enquiry, ...snapshot }])
      if (isMailed)
        await connection.run(
          'INSERT INTO enquiry_mail (reference, attempts, due_at) VALUES ($1, 0, $2)',
          reference,
          receivedAt.toISOString(),
        )
      return reference
    }
  }
}

async function findDueMail(connection: Connection, date: Date): Promise<Row | undefined> {
  const { now, latestLeaseEnd, latestDue } = readMailTimes(date)
  const [row] = await connection.rows(
    `SELECT ${ENQUIRY_COLUMNS}, attempts FROM ${ENQUIRY_TABLES} JOIN enquiry_mail USING (reference)
     WHERE sent_at IS NULL AND (due_at <= $1 OR due_at > $3)
       AND NOT EXISTS (SELECT 1 FROM enquiry_mail WHERE sent_at IS NULL AND lent_until > $1 AND lent_until <= $2)
     ORDER BY due_at LIMIT 1`,
    now,
    latestLeaseEnd,
    latestDue,
  )
  return row
}
