import type { RecognisedAttribute } from '../store/catalog-store.ts'
import type { IndexDirectory } from './index-storage.ts'

/** Lists the attributes that can be filtered by a range of numbers. */
export function listNumericAttributes({ attributes }: IndexDirectory): readonly RecognisedAttribute[] {
  return attributes.flatMap(({ name, numeric }) => {
    if (!numeric) return []
    const { kind, unit, share } = numeric
    return [{ name, kind, unit, share }]
  })
}
