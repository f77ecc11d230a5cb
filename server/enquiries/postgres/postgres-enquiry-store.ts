import { ADVISORY_LOCKS, type Connection } from '../../store/postgres/connection.ts'
import { migrate } from '../../store/postgres/migrate.ts'
import { POSTGRES_DIALECT } from '../../store/postgres/postgres-dialect.ts'
import type { ServerPool } from '../../store/postgres/server-pool.ts'
import type { Row } from '../../store/rows.ts'
import type {
  AddedEnquiry,
  ConfirmationLimits,
  EnquiryRecord,
  EnquiryStore,
  NewEnquiry,
  OutboxMail,
} from '../enquiry-store.ts'
import { calculateMailTimes } from '../mail-times.ts'
import { randomReference } from '../random-reference.ts'
import { leaseMail, listEnquiryValues, SQL, SqlEnquiryStore, type Statement } from '../sql-enquiry-store.ts'
import { putItems, putRecords } from './put-records.ts'
import { ENQUIRY_SCHEMA } from './schema.ts'

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
  for (const part of ENQUIRY_SCHEMA) await migrate(server, part)
  return new PostgresEnquiryStore(server, createReference)
}

class PostgresEnquiryStore extends SqlEnquiryStore {
  protected readonly sequenceColumn = 'seq'
  protected readonly isListedReference = POSTGRES_DIALECT.isListed('reference')
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
    const leased = await this.#server.transaction(async (connection) => {
      await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.outbox})`)
      const due = await findDueMail(connection, now)
      if (due) await connection.run(leaseMail(due), leaseUntil.toISOString(), String(due['reference']))
      return due
    })
    return leased && this.readMail(leased)
  }

  restoreRecords(records: readonly EnquiryRecord[]): Promise<void> {
    return this.#server.transaction((connection) => putRecords(connection, records))
  }

  /** The caller that opened the pool closes it. */
  async close(): Promise<void> {}

  protected rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#server.rows(text, ...values)
  }

  protected run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.#server.run(text, ...values)
  }

  protected deleteRows(statements: readonly Statement[]): Promise<number> {
    return this.#server.transaction(async (connection) => {
      // Without the lock, two nodes could deadlock by deleting the same rows in different orders, and another node could lease
      // a mail in the meantime.
      await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.outbox})`)
      let changed = 0
      for (const [text, ...values] of statements) changed = await connection.run(text, ...values)
      return changed
    })
  }

  async #insert(connection: Connection, given: NewEnquiry): Promise<string> {
    const { enquiry, receivedAt, isMailed, confirmation } = given
    const time = receivedAt.toISOString()
    for (;;) {
      const reference = this.#createReference()
      const added = await connection.run(SQL.insertEnquiry, ...listEnquiryValues(reference, given))
      if (added === 0) continue
      await putItems(connection, [{ reference, items: enquiry.items }])
      if (isMailed) await connection.run(SQL.insertMail, reference, time)
      if (confirmation) await queueConfirmation(connection, reference, time, confirmation)
      return reference
    }
  }
}

async function queueConfirmation(
  connection: Connection,
  reference: string,
  time: string,
  { day, counters }: ConfirmationLimits,
): Promise<void> {
  // Without the lock, concurrent transactions would not see each other's counts and could exceed the limits.
  await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.confirmations})`)
  await connection.run(SQL.deleteOldCounts, day)
  for (const { key, max } of counters) if ((await connection.rows(SQL.findFullCount, day, key, max)).length > 0) return
  for (const { key } of counters) await connection.run(SQL.countConfirmation, day, key)
  await connection.run(SQL.insertConfirmation, reference, time)
}

async function findDueMail(connection: Connection, date: Date): Promise<Row | undefined> {
  const { now, latestLeaseEnd, latestDue } = calculateMailTimes(date)
  const [row] = await connection.rows(SQL.findDueMail, now, latestLeaseEnd, latestDue)
  return row
}
