import { ADVISORY_LOCKS, storableText, type Connection } from '../../store/postgres/connection.ts'
import { migrate } from '../../store/postgres/migrate.ts'
import type { ServerPool } from '../../store/postgres/server-pool.ts'
import type { Row } from '../../store/rows.ts'
import type { AddedEnquiry, EnquiryRecord, EnquiryStore, NewEnquiry, OutboxMail } from '../enquiry-store.ts'
import { calculateMailTimes } from '../mail-times.ts'
import { EMPTY_SNAPSHOT } from '../product-snapshot.ts'
import { randomReference } from '../random-reference.ts'
import { readEnquiry, SQL, SqlEnquiryStore } from '../sql-enquiry-store.ts'
import { putProducts, putRecords } from './put-records.ts'
import { ENQUIRY_PRODUCT_SCHEMA, ENQUIRY_SCHEMA } from './schema.ts'

interface PostgresEnquiryStoreOptions {
  readonly createReference?: () => string
}

/**
 * Opens the enquiry store on a PostgreSQL server and updates its schema.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresEnquiryStore(
  server: ServerPool,
  { createReference = randomReference }: PostgresEnquiryStoreOptions = {},
): Promise<EnquiryStore> {
  await migrate(server, ENQUIRY_SCHEMA)
  await migrate(server, ENQUIRY_PRODUCT_SCHEMA)
  return new PostgresEnquiryStore(server, createReference)
}

class PostgresEnquiryStore extends SqlEnquiryStore {
  protected readonly sequenceColumn = 'seq'
  readonly #server: ServerPool
  readonly #createReference: () => string

  constructor(server: ServerPool, createReference: () => string) {
    super()
    this.#server = server
    this.#createReference = createReference
  }

  add(given: NewEnquiry): Promise<AddedEnquiry> {
    const { key, since } = given.deduplication
    return this.#server.transaction(async (connection) => {
      await connection.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', key)
      const [duplicate] = await connection.rows(SQL.findDuplicate, key, since ?? '')
      return duplicate
        ? { reference: String(duplicate['reference']), isNew: false }
        : { reference: await this.#insert(connection, given), isNew: true }
    })
  }

  async leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined> {
    // A mail is rarely due, so most polls need no transaction.
    if (!(await findDueMail(this.#server, now))) return undefined
    return this.#server.transaction(async (connection) => {
      await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.outbox})`)
      const due = await findDueMail(connection, now)
      if (!due) return undefined
      await connection.run(SQL.leaseMail, leaseUntil.toISOString(), String(due['reference']))
      return { enquiry: readEnquiry(due), attempts: Number(due['attempts']) + 1 }
    })
  }

  restoreRecords(records: readonly EnquiryRecord[]): Promise<void> {
    return this.#server.transaction((connection) => putRecords(connection, records))
  }

  /** The caller that opened the pool closes it. */
  async close(): Promise<void> {}

  protected rows(text: string, ...values: (string | number)[]): Promise<Row[]> {
    return this.#server.rows(text, ...values)
  }

  protected run(text: string, ...values: string[]): Promise<number> {
    return this.#server.run(text, ...values)
  }

  async #insert(
    connection: Connection,
    { enquiry, snapshot = EMPTY_SNAPSHOT, receivedAt, deduplication, isMailed }: NewEnquiry,
  ): Promise<string> {
    const { request, product, name, email, phone, preferredTime } = enquiry
    const time = receivedAt.toISOString()
    for (;;) {
      const reference = this.#createReference()
      const added = await connection.run(
        SQL.insertEnquiry,
        reference,
        time,
        deduplication.key,
        ...[request, product, name, email, phone, preferredTime].map((text) => text && storableText(text)),
      )
      if (added === 0) continue
      await putProducts(connection, [{ reference, ...enquiry, ...snapshot }])
      if (isMailed) await connection.run(SQL.insertMail, reference, time)
      return reference
    }
  }
}

async function findDueMail(connection: Connection, date: Date): Promise<Row | undefined> {
  const { now, latestLeaseEnd, latestDue } = calculateMailTimes(date)
  const [row] = await connection.rows(SQL.findDueMail, now, latestLeaseEnd, latestDue)
  return row
}
