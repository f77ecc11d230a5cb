import { VARIANT_MAX_COUNT } from '../draft-product.ts'

/** Records the line of each variant of a product by its option values, ignoring case. */
export class VariantLines {
  readonly #lines = new Map<string, number>()
  readonly #mayRepeat: boolean

  /** @param mayRepeat whether several variants may have the same values, because two have the same translation */
  constructor(mayRepeat: boolean) {
    this.#mayRepeat = mayRepeat
  }

  isFree(optionValues: readonly string[]): boolean {
    return this.#mayRepeat || this.find(optionValues) === undefined
  }

  find(optionValues: readonly string[]): number | undefined {
    return this.#lines.get(foldCombination(optionValues))
  }

  add(optionValues: readonly string[], line: number): void {
    this.#lines.set(foldCombination(optionValues), line)
  }

  /**
   * Returns why a product cannot have another variant with these option values, or undefined.
   * @param withoutOptions returns the reason if the given line already has the variant without options
   */
  findFault(optionValues: readonly string[], withoutOptions: (line: number) => string): string | undefined {
    const line = this.find(optionValues)
    if (line === undefined || this.#mayRepeat)
      return this.#lines.size < VARIANT_MAX_COUNT ? undefined : TOO_MANY_VARIANTS
    if (optionValues.length === 0) return withoutOptions(line)
    return `line ${line} already has the variant "${optionValues.join(' / ')}"`
  }
}

export const TOO_MANY_VARIANTS = `a product can have at most ${VARIANT_MAX_COUNT} variants`

function foldCombination(optionValues: readonly string[]): string {
  return JSON.stringify(optionValues.map((value) => value.toLowerCase()))
}
