/** Arguments that make no sense; the message says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The reason, and where the usage is: in front of all of it the reason would leave the screen. */
export function describeUsageError({ message }: UsageError, command: 'catalog' | 'enquiries'): string {
  return `${message}\nFor all commands and options: npm run ${command} -- --help`
}
