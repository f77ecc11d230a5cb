export interface BotCheck {
  readonly result: boolean | undefined
  /** Never rejects: if the list of bots cannot be loaded, the client counts as a visitor. */
  run(): Promise<boolean>
}

/**
 * Creates the check whether the client is a bot. Only errors are handled differently for bots, so the long list of bots
 * is loaded on demand.
 */
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
