import type { CsvCells } from './csv-text.ts'

export const MUG: CsvCells = {
  ID: '10',
  Type: 'simple',
  SKU: 'mug',
  Name: 'Mug',
  Published: '1',
  'Is featured?': '0',
  'Visibility in catalog': 'visible',
  'In stock?': '1',
  'Regular price': '12.50',
  Parent: '',
}

export const TEE: CsvCells = {
  ID: '20',
  Type: 'variable',
  SKU: 'tee',
  Name: 'Tee',
  Published: '1',
  'In stock?': '1',
  'Attribute 1 name': 'Color',
  'Attribute 1 value(s)': 'Blue, Green, Red',
  'Attribute 2 name': 'Size',
  'Attribute 2 value(s)': 'S, M',
}

/** A variation of the tee in one colour and any size. */
export function buildVariation(color: string, given: CsvCells = {}): CsvCells {
  return {
    ID: String(100 + color.charCodeAt(0)),
    Type: 'variation',
    SKU: `tee-${color.toLowerCase()}`,
    Name: `Tee - ${color}`,
    Published: '1',
    'In stock?': '1',
    'Regular price': '20',
    Parent: 'tee',
    'Attribute 1 name': 'Color',
    'Attribute 1 value(s)': color,
    'Attribute 2 name': 'Size',
    'Attribute 2 value(s)': '',
    ...given,
  }
}
