export interface BotCheck {
  readonly result: boolean | undefined
  /** Never rejects: if the list of bots cannot be loaded, the client is a visitor. */
  run(): Promise<boolean>
}

/** Tells whether the client is a bot. Only errors depend on it, so the long list of bots is loaded on demand. */
export function createBotCheck(): BotCheck {
  let result: boolean | undefined
  let running: Promise<boolean> | undefined

  async function check(): Promise<boolean> {
    try {
      const { isbot } = await import('isbot')
      result = isbot(navigator.userAgent)
    } catch {
      result = false
    }
    return result
  }

  return {
    get result() {
      return result
    },
    run: () => (running ??= check()),
  }
}
