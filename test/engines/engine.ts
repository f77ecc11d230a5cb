import { FIREFOX } from './firefox.ts'
import { WEBKIT } from './webkit.ts'

/** A browser other than Chromium, as the Linux distribution packages it. */
export interface Engine {
  readonly name: string
  /** The Debian packages that contain it. */
  readonly packages: readonly string[]
  readonly isInstalled: boolean
  /** Starts the browser with an empty profile. Disposing of the session closes it. */
  readonly start: () => Promise<EngineSession>
}

export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** A browser with one page. */
export interface EngineSession extends AsyncDisposable {
  resize(size: WindowSize): Promise<void>
  open(url: string): Promise<void>
  /** Calls a function in the page; arguments and result must be JSON. */
  evaluate<Args extends readonly unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Sends input as described in WebDriver's "Perform Actions". */
  performActions(sources: readonly InputSource[]): Promise<void>
  traverse(delta: -1 | 1): Promise<void>
  /** PNG of the visible part of the page. */
  screenshot(): Promise<Buffer>
}

export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly actions: readonly Readonly<Record<string, string | number>>[]
}

export const ENGINES: readonly Engine[] = [FIREFOX, WEBKIT]
