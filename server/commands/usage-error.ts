/** Arguments that make no sense; the message says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
