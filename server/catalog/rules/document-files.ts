import { IMAGE_FORMATS, type ImageFormat, type Product, type ProductDocument } from '../../../shared/catalog.ts'
import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'
import { isSlug } from '../../../shared/slug.ts'
import { buildSlug } from './build-slug.ts'
import { decodeOrKeep } from '../../../shared/urls.ts'
import { formatUnit } from './weight.ts'

export type DocumentFormat = 'pdf' | 'step' | 'dxf' | ImageFormat

interface DocumentType {
  /** Endings of file names; addresses have the first one. */
  readonly endings: readonly [string, ...string[]]
  readonly mediaType: string
  readonly label: string
  /** Whether browsers show the document instead of saving it. */
  readonly isShown: boolean
}

/** Media types as registered with IANA. */
export const DOCUMENT_TYPES: Readonly<Record<DocumentFormat, DocumentType>> = {
  pdf: { endings: ['pdf'], mediaType: 'application/pdf', label: 'PDF', isShown: true },
  step: { endings: ['step', 'stp'], mediaType: 'model/step', label: 'STEP', isShown: false },
  dxf: { endings: ['dxf'], mediaType: 'image/vnd.dxf', label: 'DXF', isShown: false },
  jpeg: { endings: ['jpg', 'jpeg'], mediaType: 'image/jpeg', label: 'JPEG', isShown: true },
  png: { endings: ['png'], mediaType: 'image/png', label: 'PNG', isShown: true },
  webp: { endings: ['webp'], mediaType: 'image/webp', label: 'WebP', isShown: true },
  avif: { endings: ['avif'], mediaType: 'image/avif', label: 'AVIF', isShown: true },
  gif: { endings: ['gif'], mediaType: 'image/gif', label: 'GIF', isShown: true },
}

const FORMATS = Object.keys(DOCUMENT_TYPES) as DocumentFormat[]

const NAME_MAX_LENGTH = 80

/** Matches the first digits of the hash, a slug and the ending. */
const URL_PATTERN = new RegExp(`^/files/([0-9a-f]{${PICTURE_URL_HASH_LENGTH}})/([^/]+)\\.([a-z]+)$`)

/**
 * Builds the URL of a stored document, with a slug so that no file name can mislead browsers or visitors.
 * @param source file name or address
 */
export function documentUrl(hash: string, source: string, format: DocumentFormat): string {
  const name = buildSlug(readStem(source)).slice(0, NAME_MAX_LENGTH) || 'document'
  const [ending] = DOCUMENT_TYPES[format].endings
  return `/files/${hash.slice(0, PICTURE_URL_HASH_LENGTH)}/${encodeURIComponent(name)}.${ending}`
}

/** Describes a stored document, such as 'PDF, 1.2 MB'. @returns undefined for any other document */
export function describeDocument({ url, bytes = 0 }: ProductDocument, locale: string): string | undefined {
  const stored = readDocumentUrl(url)
  return (
    stored &&
    [DOCUMENT_TYPES[stored.format].label, bytes > 0 ? formatBytes(bytes, locale) : ''].filter(Boolean).join(', ')
  )
}

/** Returns decimal megabytes or kilobytes, as most operating systems do. */
function formatBytes(bytes: number, locale: string): string {
  return bytes < 1e6
    ? formatUnit(Math.max(1, Math.round(bytes / 1e3)), 'kilobyte', 0, locale)
    : formatUnit(bytes / 1e6, 'megabyte', 1, locale)
}

export interface DocumentUrl {
  /** The first digits of the hash. */
  readonly hash: string
  readonly fileName: string
  readonly format: DocumentFormat
}

/** @returns undefined for any other URL */
export function readDocumentUrl(url: string): DocumentUrl | undefined {
  const [, hash, encoded, ending = ''] = URL_PATTERN.exec(url) ?? []
  const name = encoded === undefined ? '' : decodeOrKeep(encoded)
  const format = FORMATS.find((candidate) => DOCUMENT_TYPES[candidate].endings[0] === ending)
  return hash !== undefined && format && isSlug(name) ? { hash, fileName: `${name}.${ending}`, format } : undefined
}

/** Builds a document's key, which differs from those of pictures in the same table. */
export function documentSourceKey(source: string): string {
  return `document ${source}`
}

/** Returns whether a link leads to a file that can be stored: a file name or an address, no path on the site. */
export function isDocumentFile(source: string): boolean {
  const [, ending = ''] = /\.([^.]+)$/.exec(readFileName(source).toLowerCase()) ?? []
  return !source.startsWith('/') && FORMATS.some((format) => DOCUMENT_TYPES[format].endings.includes(ending))
}

/** Lists a product's documents on other sites that can be stored. */
export function listRemoteDocuments({ documents }: Pick<Product, 'documents'>): readonly string[] {
  return documents.flatMap(({ url }) => (/^https?:/i.test(url) && isDocumentFile(url) ? [url] : []))
}

/** Returns the last part of a path or address, decoded. */
export function readFileName(source: string): string {
  const path = URL.canParse(source) ? new URL(source).pathname : source
  return decodeOrKeep(path.split(/[/\\]/).at(-1) ?? '')
}

/** Returns the last part without its ending. */
export function readStem(source: string): string {
  return readFileName(source).replace(/\.[^.]*$/, '')
}

export function isPictureFormat(format: string): format is ImageFormat {
  return IMAGE_FORMATS.some((known) => known === format)
}
