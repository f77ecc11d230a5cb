import { VARIANT_MAX_COUNT } from '../draft-product.ts'

/** Records the line of each variant of a product by its option values, ignoring case. */
export class VariantLines {
  readonly #lines = new Map<string, number>()
  readonly #mayRepeat: boolean

  /** @param mayRepeat whether several variants may have the same values, because two have the same translation */
  constructor(mayRepeat: boolean) {
    this.#mayRepeat = mayRepeat
  }

  add(optionValues: readonly string[], line: number): void {
    this.#lines.set(foldCombination(optionValues), line)
  }

  /** Returns why a product cannot have another variant with these option values, or undefined. */
  findFault(optionValues: readonly string[]): string | undefined {
    const line = this.#lines.get(foldCombination(optionValues))
    if (line === undefined || this.#mayRepeat)
      return this.#lines.size < VARIANT_MAX_COUNT
        ? undefined
        : `a product can have at most ${VARIANT_MAX_COUNT} variants`
    return optionValues.length === 0
      ? `line ${line} already has this product; rows of one product are variants and need different options`
      : `line ${line} already has the variant "${optionValues.join(' / ')}"`
  }
}

function foldCombination(optionValues: readonly string[]): string {
  return JSON.stringify(optionValues.map((value) => value.toLowerCase()))
}
