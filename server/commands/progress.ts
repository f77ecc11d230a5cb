const INTERVAL_MS = 5_000

/**
 * Builds a function that writes the progress, at most every five seconds.
 * @param unit what is counted, such as 'rows'
 */
export function writeProgress(stream: NodeJS.WriteStream, unit: string): (done: number, total: number) => void {
  let writtenAt = performance.now()
  return (done, total) => {
    const now = performance.now()
    if (now - writtenAt < INTERVAL_MS) return
    writtenAt = now
    stream.write(`${done} of ${total} ${unit}\n`)
  }
}
