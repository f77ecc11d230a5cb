import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import type { DocumentData, OpenedDocument } from '../../shared/document-data.ts'
import type { AnyLoadedPage, PageView } from '../../shared/page-data.ts'
import { deferredBlockId, DOCUMENT_DATA_ID } from '../../shared/urls.ts'

/**
 * Reads the data that the server writes into every document. In production it contains no `styles`, because the build
 * defines `PAGE_STYLES`.
 */
export function readDocumentData(): OpenedDocument {
  const data = JSON.parse(document.getElementById(DOCUMENT_DATA_ID)!.textContent) as DocumentData
  const { buildId, styles, frame, settings, deferred } = data
  return {
    buildId,
    styles: styles ?? (JSON.parse(PAGE_STYLES!) as OpenedDocument['styles']),
    frame,
    settings: settings ?? { buildCheckIntervalMs: BUILD_CHECK_INTERVAL_MS, httpBaseUrl: HTTP_BASE_URL },
    view: readView(data),
    isComplete: deferred === undefined,
  }
}

function readView({ error, page, deferred = [] }: DocumentData): PageView {
  if (error) return { error }
  const deferredValues = Object.fromEntries(deferred.map((name) => [name, readDeferredValue(name)]))
  return { ...page, data: { ...page?.data, ...deferredValues } } as unknown as AnyLoadedPage
}

/** Resolves with undefined if the streamed document ended without the value. */
function readDeferredValue(name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const find = () => {
      const block = document.getElementById(deferredBlockId(name))
      if (block) finish(JSON.parse(block.textContent))
      else if (document.readyState !== 'loading') finish(undefined)
    }
    const finish = (value: unknown) => {
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', find)
      resolve(value)
    }
    const observer = new MutationObserver(find)
    observer.observe(document.documentElement, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', find)
    find()
  })
}
