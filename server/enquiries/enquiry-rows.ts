import type { OrderTerms } from '../../shared/order-terms.ts'
import type { Row } from '../catalog/store/rows.ts'
import type { SqlConnection } from '../catalog/store/sql-dialect.ts'
import type {
  ConfirmationLimits,
  EnquiryRecord,
  MailKind,
  MailRecord,
  StoredEnquiry,
  StoredItem,
} from './stored-enquiry.ts'
import { toUnicodeAddress } from './unicode-address.ts'

/** `enquiry_product` holds the only product of an enquiry that an older version stored. */
export const ENQUIRY_TABLES =
  'enquiry LEFT JOIN enquiry_product USING (reference) LEFT JOIN enquiry_language USING (reference)'

/** A prepared `SELECT *` fails in PostgreSQL after a column is added. */
export const ENQUIRY_COLUMNS =
  'reference, received_at, answered_at, request, product, product_name, variant, variant_name, sku, name, email, phone, preferred_time, is_suspected, language'

/** Older versions send all rows of `enquiry_mail` to the owner, so confirmations have their own table. */
export const MAIL_TABLES: Readonly<Record<MailKind, string>> = {
  owner: 'enquiry_mail',
  visitor: 'enquiry_confirmation',
}

/** @param row a row with `ENQUIRY_COLUMNS` @param itemRows the enquiry's rows of `enquiry_item` */
export function readEnquiry(row: Row, itemRows: readonly Row[]): StoredEnquiry {
  // An older version stored the only product with the enquiry.
  const ownRows = itemRows.length > 0 || row['product'] === null ? itemRows : [row]
  return {
    reference: String(row['reference']),
    receivedAt: String(row['received_at']),
    answeredAt: readText(row['answered_at']),
    request: String(row['request']),
    items: ownRows.map(readItem),
    name: String(row['name']),
    email: toUnicodeAddress(String(row['email'])),
    phone: readText(row['phone']),
    preferredTime: readText(row['preferred_time']),
    ...(typeof row['language'] === 'string' && { language: row['language'] }),
    ...(Number(row['is_suspected']) === 1 && { isSuspected: true }),
  }
}

function readItem(row: Row): StoredItem {
  const pasted = readText(row['pasted'] ?? null)
  return {
    product: String(row['product']),
    variant: readText(row['variant']),
    quantity: Number(row['quantity'] ?? 1),
    note: readText(row['note']) ?? '',
    productName: readText(row['product_name']),
    variantName: readText(row['variant_name']),
    sku: readText(row['sku']),
    ...(typeof row['order_terms'] === 'string' && { orderTerms: JSON.parse(row['order_terms']) as OrderTerms }),
    ...(pasted !== null && { pasted }),
  }
}

export function readRecord(row: Row, enquiry: StoredEnquiry): EnquiryRecord {
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

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** @returns false if the reference is in use */
export async function insertEnquiry(
  connection: SqlConnection,
  { reference, receivedAt, answeredAt, request, items, name, email, phone, preferredTime, isSuspected }: StoredEnquiry,
  deduplicationKey: string,
): Promise<boolean> {
  const added = await connection.run(
    `INSERT INTO enquiry (reference, received_at, answered_at, deduplication_key, request, product, name, email, phone, preferred_time, is_suspected)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (reference) DO NOTHING`,
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
    isSuspected ? 1 : 0,
  )
  return added > 0
}

/** Inserts the items and the language. PostgreSQL receives the statements without waiting for each result. */
export async function insertItems(
  connection: SqlConnection,
  { reference, items, language }: Pick<StoredEnquiry, 'reference' | 'items' | 'language'>,
): Promise<void> {
  const run = async (text: string, ...values: readonly unknown[]) => connection.run(text, ...values)
  const [first] = items
  await Promise.all([
    language !== undefined &&
      run('INSERT INTO enquiry_language (reference, language) VALUES ($1, $2)', reference, language),
    first &&
      run(
        'INSERT INTO enquiry_product (reference, product_name, variant, variant_name, sku) VALUES ($1, $2, $3, $4, $5)',
        reference,
        first.productName,
        first.variant,
        first.variantName,
        first.sku,
      ),
    ...items.flatMap((item, position) => [
      run(
        `INSERT INTO enquiry_item (reference, position, product, variant, quantity, note, product_name, variant_name, sku, order_terms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        reference,
        position,
        item.product,
        item.variant,
        item.quantity,
        item.note,
        item.productName,
        item.variantName,
        item.sku,
        item.orderTerms ? JSON.stringify(item.orderTerms) : null,
      ),
      item.pasted !== undefined &&
        run(
          'INSERT INTO enquiry_line (reference, position, pasted) VALUES ($1, $2, $3)',
          reference,
          position,
          item.pasted,
        ),
    ]),
  ])
}

export async function insertMail(
  connection: SqlConnection,
  kind: MailKind,
  reference: string,
  { attempts, dueAt, sentAt }: MailRecord,
): Promise<void> {
  await connection.run(
    `INSERT INTO ${MAIL_TABLES[kind]} (reference, attempts, due_at, sent_at) VALUES ($1, $2, $3, $4)`,
    reference,
    attempts,
    dueAt,
    sentAt,
  )
}

/** @param condition on the table `enquiry` @returns the number of enquiries */
export async function deleteEnquiries(connection: SqlConnection, condition: string, value: unknown): Promise<number> {
  for (const table of [
    'enquiry_language',
    'enquiry_line',
    'enquiry_item',
    'enquiry_product',
    ...Object.values(MAIL_TABLES),
  ])
    await connection.run(
      `DELETE FROM ${table} WHERE reference IN (SELECT reference FROM enquiry WHERE ${condition})`,
      value,
    )
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
