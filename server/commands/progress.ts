import { Presets, SingleBar } from 'cli-progress'

const LINE_INTERVAL_MS = 5_000
const BAR_INTERVAL_MS = 100
/** Estimates the remaining time from the last 3 s. */
const ETA_UPDATES = 30

/** A bar on a terminal; elsewhere, a line every 5 s. */
export class ProgressDisplay {
  readonly #stream: NodeJS.WriteStream
  readonly #unit: string
  readonly #bar: SingleBar | undefined
  #shownAt = performance.now()

  /** @param unit what is counted, such as 'rows' */
  constructor(stream: NodeJS.WriteStream, unit: string) {
    this.#stream = stream
    this.#unit = unit
    if (!stream.isTTY) return
    const format = `{bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted} left`
    const options = { stream, format, etaBuffer: ETA_UPDATES, clearOnComplete: true }
    this.#bar = new SingleBar(options, Presets.shades_classic)
  }

  show(done: number, total: number): void {
    if (this.#bar && !this.#bar.isActive) this.#bar.start(total, done)
    const now = performance.now()
    if (now - this.#shownAt < (this.#bar ? BAR_INTERVAL_MS : LINE_INTERVAL_MS)) return
    this.#shownAt = now
    if (this.#bar) this.#bar.update(done)
    else this.#stream.write(`${done} of ${total} ${this.#unit}\n`)
  }

  stop(): void {
    if (this.#bar?.isActive) this.#bar.stop()
  }
}
