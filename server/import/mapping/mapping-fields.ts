import { foldColumnName } from '../files/csv-columns.ts'
import { VITRINE_COLUMNS, type VitrineField } from '../formats/vitrine/vitrine-columns.ts'

type MappedField =
  | { readonly kind: 'field'; readonly field: VitrineField }
  | { readonly kind: 'attribute' | 'option'; readonly name: string }
  /** A column such as `Option 1 name`, in the own sheet's notation. */
  | { readonly kind: 'own'; readonly name: string }
  | { readonly kind: 'currency' }

const NAMED = /^(attribute|option)\s*:\s*(.+)$/i
const OWN_OPTION = /^option \d{1,2} (?:name|value)$/i

const FIELD_BY_NAME = new Map(
  (Object.keys(VITRINE_COLUMNS) as VitrineField[]).map((field) => [foldColumnName(VITRINE_COLUMNS[field][0]), field]),
)

/** @returns undefined if there is no such target */
export function readMappedField(name: string): MappedField | undefined {
  const [, kind, named] = NAMED.exec(name.trim()) ?? []
  if (kind !== undefined && named !== undefined)
    return { kind: kind.toLowerCase() === 'option' ? 'option' : 'attribute', name: named.trim() }
  if (OWN_OPTION.test(name.trim())) return { kind: 'own', name: name.trim() }
  const folded = foldColumnName(name)
  if (folded === 'currency') return { kind: 'currency' }
  const field = FIELD_BY_NAME.get(folded)
  return field && { kind: 'field', field }
}

export function writeMappedField(target: MappedField): string {
  switch (target.kind) {
    case 'field':
      return VITRINE_COLUMNS[target.field][0]
    case 'attribute':
      return `Attribute: ${target.name}`
    case 'option':
      return `Option: ${target.name}`
    case 'own':
      return target.name
    case 'currency':
      return 'Currency'
  }
}

export const JOINED_FIELDS: Readonly<Partial<Record<VitrineField, string>>> = {
  name: ' ',
  shortDescription: '\n',
  description: '\n',
  category: ' > ',
  otherCategories: ' | ',
  tags: ', ',
  images: '\n',
  attributes: '\n',
  documents: '\n',
  safetyInformation: '\n',
  pictograms: '\n',
  equivalents: '\n',
  formerSlugs: ', ',
  includes: ', ',
}
