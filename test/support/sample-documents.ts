import { deflateSync } from 'node:zlib'

/** Writes a PDF with one page, and further objects and streams. */
export function writePdf(objects = '', compressed: string | null = null): Buffer {
  const stream =
    compressed === null
      ? []
      : [
          Buffer.from('4 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n'),
          deflateSync(Buffer.from(`5 0 ${compressed}`)),
          Buffer.from('\nendstream\nendobj\n'),
        ]
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'),
    Buffer.from('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>\nendobj\n'),
    Buffer.from(objects),
    ...stream,
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}

export const STEP = "ISO-10303-21;\nHEADER;\nFILE_NAME('bracket');\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n"

export const DXF = '999\nMade by hand\n  0\nSECTION\n  2\nHEADER\n  0\nENDSEC\n  0\nEOF\n'
