/** Whether a search engine or a link preview is looking. */
export interface BotCheck {
  /** Undefined until somebody has asked. */
  readonly known: boolean | undefined
  /** Never throws: where its list of bots cannot be loaded it takes everybody for a visitor. */
  ask(): Promise<boolean>
}

/** Only errors are handled otherwise for bots, so that the first page does without the long list of their names. */
export function createBotCheck(): BotCheck {
  let known: boolean | undefined
  let asked: Promise<boolean> | undefined

  async function read(): Promise<boolean> {
    try {
      const { isbot } = await import('isbot')
      known = isbot(navigator.userAgent)
    } catch {
      known = false
    }
    return known
  }

  return {
    get known() {
      return known
    },
    ask: () => (asked ??= read()),
  }
}
