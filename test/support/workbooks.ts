import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: string | Uint8Array
  /** Size that the archive declares instead of the real one. */
  readonly declaredSize?: number
  readonly isStored?: boolean
  readonly isEncrypted?: boolean
}

const VERSION = 20
const UTF8_FLAG = 0x800

/** Builds a ZIP archive, also one that no program would write: with wrong sizes or two files of the same name. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declaredSize, isStored = false, isEncrypted = false } of entries) {
    const bytes = Buffer.from(content)
    const data = isStored ? bytes : deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF8_FLAG | (isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(isStored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(declaredSize ?? bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), uint16(VERSION), common, rest, nameBytes)
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length & 0xffff, 4)
  end.writeUInt16LE(entries.length & 0xffff, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A text, a number, or XML such as `<c r="A1" t="b"><v>1</v></c>`; null for no cell. */
export type XlsxCell = string | number | null | { readonly xml: string }

export interface XlsxSheet {
  readonly name?: string
  readonly state?: string
  readonly rows?: readonly (readonly XlsxCell[])[]
  /** Content of `<sheetData>`, instead of rows. */
  readonly data?: string
  /** Such as merged cells. */
  readonly after?: string
}

export interface XlsxOptions {
  readonly sheets: readonly XlsxSheet[]
  /** Number formats: style 0 of cells is General, 1 the first of these, and so on. */
  readonly formats?: readonly string[]
  readonly is1904?: boolean
  /** Whether texts are shared, as Excel writes them. */
  readonly areShared?: boolean
  /** Content of `<sst>`, instead of the texts of the cells. */
  readonly strings?: string
  readonly others?: readonly ZipEntry[]
}

/** Builds a workbook in Office Open XML. */
export function buildXlsx(options: XlsxOptions): Buffer {
  return buildZip(listXlsxParts(options))
}

/** Builds a workbook with one sheet of texts and numbers. */
export function buildSimpleXlsx(rows: readonly (readonly XlsxCell[])[], options: Partial<XlsxOptions> = {}): Buffer {
  return buildXlsx({ sheets: [{ rows }], ...options })
}

export function listXlsxParts({
  sheets,
  formats = [],
  is1904 = false,
  areShared = true,
  strings,
  others = [],
}: XlsxOptions): readonly ZipEntry[] {
  const shared = new Map<string, number>()
  const writeCell = (cell: XlsxCell): string => {
    if (cell === null) return '<c/>'
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
    if (typeof cell === 'object') return cell.xml
    const text = `<t xml:space="preserve">${escapeXml(cell)}</t>`
    if (!areShared) return `<c t="inlineStr"><is>${text}</is></c>`
    if (!shared.has(text)) shared.set(text, shared.size)
    return `<c t="s"><v>${shared.get(text)}</v></c>`
  }
  const writeSheet = ({ rows = [], data, after = '' }: XlsxSheet): string => {
    const written = data ?? rows.map((cells) => `<row>${cells.map(writeCell).join('')}</row>`).join('')
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}"><sheetData>${written}</sheetData>${after}</worksheet>`
  }
  const numbers = sheets.map((_, index) => index + 1)
  const sheetParts = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    content: writeSheet(sheet),
  }))
  const names = sheets.map(({ name, state }, index) => {
    const attributes = `sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"`
    return `<sheet name="${escapeXml(name ?? `Sheet${index + 1}`)}" ${attributes}/>`
  })
  const relations = numbers.map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${OFFICE_RELATION}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const codes = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escapeXml(code)}"/>`)
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`)]
  return [
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE_RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATION}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${RELATIONS}">${relations.join('')}<Relationship Id="s" Type="${OFFICE_RELATION}/styles" Target="styles.xml"/><Relationship Id="t" Type="${OFFICE_RELATION}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst xmlns="${MAIN}">${strings ?? [...shared.keys()].map((text) => `<si>${text}</si>`).join('')}</sst>`,
    },
    ...sheetParts,
    ...others,
  ]
}
