import { domainToUnicode } from 'node:url'
import { toAsciiAddress } from '../../shared/email-address.ts'
import type { Row } from '../catalog/store/rows.ts'
import type { SqlConnection } from '../catalog/store/sql-dialect.ts'
import type { ConfirmationLimits, MailKind, MailRecord, StoredEnquiry } from './stored-enquiry.ts'

export const ENQUIRY_COLUMNS = 'reference, received_at, answered_at, is_suspected, document'

/** What is stored as JSON. */
type EnquiryDocument = Omit<StoredEnquiry, 'reference' | 'receivedAt' | 'answeredAt' | 'isSuspected'>

/** @param row a row with `ENQUIRY_COLUMNS` */
export function readEnquiry(row: Row): StoredEnquiry {
  const document = JSON.parse(String(row['document'])) as EnquiryDocument
  return {
    ...document,
    email: toUnicodeAddress(document.email),
    reference: String(row['reference']),
    receivedAt: String(row['received_at']),
    answeredAt: readText(row['answered_at']),
    ...(Number(row['is_suspected']) === 1 && { isSuspected: true }),
  }
}

export function readMailRecord(attempts: unknown, dueAt: unknown, sentAt: unknown): MailRecord | null {
  return typeof dueAt === 'string' ? { attempts: Number(attempts), dueAt, sentAt: readText(sentAt) } : null
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** @returns false if the reference is in use */
export async function insertEnquiry(
  connection: SqlConnection,
  { reference, receivedAt, answeredAt, isSuspected, ...document }: StoredEnquiry,
  deduplicationKey: string,
): Promise<boolean> {
  const added = await connection.run(
    `INSERT INTO enquiry (reference, received_at, answered_at, is_suspected, deduplication_key, document)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (reference) DO NOTHING`,
    reference,
    receivedAt,
    answeredAt,
    isSuspected ? 1 : 0,
    deduplicationKey,
    JSON.stringify(document satisfies EnquiryDocument),
  )
  return added > 0
}

export async function insertMail(
  connection: SqlConnection,
  kind: MailKind,
  reference: string,
  { attempts, dueAt, sentAt }: MailRecord,
): Promise<void> {
  await connection.run(
    'INSERT INTO mail (reference, kind, attempts, due_at, sent_at) VALUES ($1, $2, $3, $4, $5)',
    reference,
    kind,
    attempts,
    dueAt,
    sentAt,
  )
}

/** @param condition on the table `enquiry` @returns the number of enquiries */
export async function deleteEnquiries(connection: SqlConnection, condition: string, value: unknown): Promise<number> {
  await connection.run(`DELETE FROM mail WHERE reference IN (SELECT reference FROM enquiry WHERE ${condition})`, value)
  return connection.run(`DELETE FROM enquiry WHERE ${condition}`, value)
}

/** @returns false if a counter has reached its maximum */
export async function countConfirmation(
  connection: SqlConnection,
  { day, counters }: ConfirmationLimits,
): Promise<boolean> {
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

/** Returns the address as its owner writes it: some browsers send 'info@xn--mller-kva.de' if 'info@müller.de' was typed. */
export function toUnicodeAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (!/(?:^|\.)xn--/i.test(domain)) return address
  const shown = address.slice(0, at) + domainToUnicode(domain)
  return toAsciiAddress(shown) === toAsciiAddress(address) ? shown : address
}
