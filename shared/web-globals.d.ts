/** The parts of the URL API that shared code uses. Browsers and Node both provide them. */
declare class URL {
  constructor(url: string)
  readonly hostname: string
}

declare class URLSearchParams {
  get(name: string): string | null
  getAll(name: string): string[]
  set(name: string, value: string): void
  append(name: string, value: string): void
  keys(): IterableIterator<string>
}
