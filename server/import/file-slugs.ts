/** The slugs that a file holds: all of them where its format knows them beforehand, else those that were read so far. */
export class FileSlugs {
  readonly #isKnown: (slug: string) => boolean
  readonly #read = new Set<string>()

  /** @param isKnown whether a format knows beforehand that its file holds a slug */
  constructor(isKnown: (slug: string) => boolean = () => false) {
    this.#isKnown = isKnown
  }

  add(slug: string): void {
    // What is known is not kept a second time: a million of them take 70 MB.
    if (!this.#isKnown(slug)) this.#read.add(slug)
  }

  has(slug: string): boolean {
    return this.#isKnown(slug) || this.#read.has(slug)
  }
}
