import type { Browser } from 'playwright-core'
import type { Reporter } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** Number of documents that the file's tests opened in a browser. */
    documents?: number
  }
}

/** Prints at the end how many documents browsers opened, because these are what tests spend most time on. */
export const countDocuments: Reporter = {
  onTestRunEnd(modules) {
    const count = modules.reduce((sum, module) => sum + (module.meta().documents ?? 0), 0)
    if (count > 0) console.log(`Documents opened in browsers: ${count}`)
  },
}

/** @returns a function that returns how many documents all pages of the browser have requested since its last call */
export function watchDocuments(browser: Browser): () => number {
  let count = 0
  browser.on('context', (context) =>
    context.on('request', (request) => {
      // Reused pages leave a document for `robots.txt`.
      if (request.isNavigationRequest() && !request.url().endsWith('/robots.txt')) count++
    }),
  )
  return () => {
    const counted = count
    count = 0
    return counted
  }
}
