/** Caches the value of one version, such as a revision. If reading it fails, the next call reads it again. */
export class VersionedValue<Value> {
  #cached: { readonly version: number; readonly value: Promise<Value> } | undefined

  get(version: number, read: () => Promise<Value>): Promise<Value> {
    if (this.#cached?.version === version) return this.#cached.value
    const cached = { version, value: read() }
    this.#cached = cached
    cached.value.catch(() => {
      if (this.#cached === cached) this.forget()
    })
    return cached.value
  }

  forget(): void {
    this.#cached = undefined
  }
}
