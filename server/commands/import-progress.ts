import { Presets, SingleBar } from 'cli-progress'
import type { ImportProgress } from '../import/run-import.ts'

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

export class ImportProgressDisplay {
  readonly #stream: NodeJS.WriteStream
  readonly #bar: SingleBar | undefined
  #shownAt = performance.now()

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
    if (!stream.isTTY) return
    this.#bar = new SingleBar(
      {
        stream,
        format: '{bar} {percentage}% | {value} of {total} rows | {eta_formatted} left',
        hideCursor: true,
        etaBuffer: ETA_UPDATES,
        clearOnComplete: true,
      },
      Presets.shades_classic,
    )
  }

  show({ rows, totalRows }: ImportProgress): void {
    if (this.#bar && !this.#bar.isActive) this.#bar.start(totalRows, rows)
    const now = performance.now()
    if (now - this.#shownAt < (this.#bar ? BAR_INTERVAL_MS : LINE_INTERVAL_MS)) return
    this.#shownAt = now
    if (this.#bar) this.#bar.update(rows)
    else this.#stream.write(`${rows} of ${totalRows} rows\n`)
  }

  stop(): void {
    if (this.#bar?.isActive) this.#bar.stop()
  }
}
