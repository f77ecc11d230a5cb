import { foldColumnName } from '../../files/csv-columns.ts'

/** Columns that come in sets: `Attribute 1 name`, `Attribute 1 value(s)` ... */
export interface NumberedColumn<Part extends string> {
  readonly number: number
  /** Where each part of the set stands. */
  readonly indexes: { [Key in Part]?: number }
}

interface NumberedPart {
  readonly kind: 'attribute' | 'download'
  readonly number: number
  /** Parts that nobody needs are known too, so that they are worth no warning. */
  readonly part: 'name' | 'values' | 'visible' | 'url' | 'unused'
}

/** In English, German and Spanish. */
const PATTERNS: readonly (Omit<NumberedPart, 'number'> & { readonly pattern: RegExp })[] = [
  { kind: 'attribute', part: 'name', pattern: /^(?:attribute? (\d+) name|nombre del atributo (\d+))$/ },
  {
    kind: 'attribute',
    part: 'values',
    pattern: /^(?:attribute (\d+) value\(s\)|attribut (\d+) wert\(e\)|valor\(es\) del atributo (\d+))$/,
  },
  {
    kind: 'attribute',
    part: 'visible',
    pattern: /^(?:attribute (\d+) visible|attribut (\d+) sichtbar|atributo visible (\d+))$/,
  },
  {
    kind: 'attribute',
    part: 'unused',
    pattern: /^(?:attribute? (\d+) (?:global|default|standard)|atributo (?:global|por defecto) (\d+))$/,
  },
  { kind: 'download', part: 'name', pattern: /^(?:download (\d+) name|nombre de (?:la )?descarga (\d+))$/ },
  { kind: 'download', part: 'url', pattern: /^(?:download (\d+) url|url de (?:la )?descarga (\d+))$/ },
  { kind: 'download', part: 'unused', pattern: /^(?:download (\d+) id|id de (?:la )?descarga (\d+))$/ },
]

/** @returns undefined where a column is none of a set */
export function readNumberedColumn(name: string): NumberedPart | undefined {
  const folded = foldColumnName(name)
  for (const { kind, part, pattern } of PATTERNS) {
    const number = pattern.exec(folded)?.slice(1).find(Boolean)
    if (number !== undefined) return { kind, part, number: Number(number) }
  }
  return undefined
}
