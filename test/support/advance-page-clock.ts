/** Runs in the browser: moves the page's clock by half a minute, because the enquiry form rejects faster visitors. */
export function advancePageClock(): void {
  const { now } = performance
  performance.now = () => now.call(performance) + 30_000
}
