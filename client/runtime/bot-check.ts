let result: boolean | undefined
let check: Promise<boolean> | undefined

/** Whether the client is a bot; undefined until `checkBot` has found out. */
export const isKnownBot = (): boolean | undefined => result

/**
 * Tells whether the client is a bot. Only errors depend on it, so the long list of bots is loaded on demand. If it cannot be
 * loaded, the client is a visitor.
 */
export function checkBot(): Promise<boolean> {
  check ??= import('isbot').then(({ isbot }) => isbot(navigator.userAgent)).catch(() => false)
  return check.then((isBot) => (result = isBot))
}
