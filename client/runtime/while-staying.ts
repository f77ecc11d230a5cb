/**
 * Loads something for this document. If the visitor leaves meanwhile, Firefox and WebKit end the loading with an error. The promise
 * stays pending then: a caller that recovers by loading a document would stop the visitor's own navigation.
 */
export async function whileStaying<Result>(load: () => Promise<Result>): Promise<Result> {
  // Nobody leaves the server.
  if (typeof window === 'undefined') return load()
  let isLeaving = false
  const noteLeaving = () => {
    isLeaving = true
  }
  // Only while it loads: browsers may leave pages with such a listener out of their back-forward cache.
  window.addEventListener('beforeunload', noteLeaving)
  try {
    return await load()
  } catch (error) {
    if (isLeaving) return new Promise(() => {})
    throw error
  } finally {
    window.removeEventListener('beforeunload', noteLeaving)
  }
}
