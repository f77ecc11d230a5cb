import type { ZipEntry } from './workbooks.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface Placed {
  /** Counted from 1. */
  readonly row: number
  readonly column: number
  /** Rows below that the picture covers too. */
  readonly height?: number
  readonly picture: number
}

const writeRelations = (relations: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="${RELATIONS}">${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`

const at = (name: string, row: number, column: number) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>99</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>99</xdr:rowOff></xdr:${name}>`

/** Builds the files of a drawing with pictures on the first sheet of a workbook. */
export function buildDrawing(placed: readonly Placed[], pictures: readonly ZipEntry[]): readonly ZipEntry[] {
  const anchors = placed.map(({ row, column, height = 0, picture }) => {
    const kind = height === 0 ? 'oneCellAnchor' : 'twoCellAnchor'
    const to = height === 0 ? '' : at('to', row - 1 + height, column)
    return `<xdr:${kind}>${at('from', row - 1, column)}${to}<xdr:pic><xdr:blipFill><a:blip r:embed="p${picture}"/></xdr:blipFill></xdr:pic></xdr:${kind}>`
  })
  return [
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      content: writeRelations([['d', 'drawing', '../drawings/drawing1.xml']]),
    },
    {
      name: 'xl/drawings/drawing1.xml',
      content: `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="${OFFICE}">${anchors.join('')}</xdr:wsDr>`,
    },
    {
      name: 'xl/drawings/_rels/drawing1.xml.rels',
      content: writeRelations(pictures.map(({ name }, index) => [`p${index}`, 'image', `../media/${name}`])),
    },
    ...pictures.map((picture) => ({ ...picture, name: `xl/media/${picture.name}` })),
  ]
}
