import { Presets, SingleBar } from 'cli-progress'

const LINE_INTERVAL_MS = 5_000

/** Returns a function that writes the given progress, but at most every 5 s. */
export function limitProgress<Progress extends readonly unknown[]>(
  write: (...progress: Progress) => void,
): (...progress: Progress) => void {
  let shownAt = performance.now()
  return (...progress) => {
    if (performance.now() - shownAt < LINE_INTERVAL_MS) return
    shownAt = performance.now()
    write(...progress)
  }
}

const BAR_INTERVAL_MS = 100
/** Estimates the remaining time from the last 3 s. */
const ETA_UPDATES = 30

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
    this.#bar = new SingleBar(
      {
        stream,
        format: `{bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted} left`,
        hideCursor: true,
        etaBuffer: ETA_UPDATES,
        clearOnComplete: true,
      },
      Presets.shades_classic,
    )
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
