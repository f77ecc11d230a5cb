import { FIREFOX } from './firefox.ts'
import { WEBKIT } from './webkit.ts'

/** A browser other than Chromium, as the distribution packages it. */
export interface Engine {
  readonly name: string
  /** Debian's packages that it needs. */
  readonly packages: readonly string[]
  readonly isInstalled: boolean
  /** Starts it with an empty profile; it ends with the scope. */
  readonly start: (size: WindowSize) => Promise<EngineSession>
}

export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** A browser with one page. */
export interface EngineSession extends AsyncDisposable {
  open(url: string): Promise<void>
  /** Calls a function in the page, with arguments and a result that JSON can hold. */
  evaluate<Args extends readonly unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Sends input as WebDriver's "Perform Actions" describes it. */
  performActions(sources: readonly InputSource[]): Promise<void>
  /** Goes back (-1) or forward (1) in the history. */
  traverse(delta: -1 | 1): Promise<void>
  /** The visible part of the page as PNG. */
  screenshot(): Promise<Buffer>
}

export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly actions: readonly Readonly<Record<string, string | number>>[]
}

export const ENGINES: readonly Engine[] = [FIREFOX, WEBKIT]
