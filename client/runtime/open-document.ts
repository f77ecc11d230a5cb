import type { DocumentData, OpenedDocument } from '../../shared/document-data.ts'
import type { AnyLoadedPage, PageView } from '../../shared/page-data.ts'
import { deferredBlockId } from '../../shared/urls.ts'
import { readSettings } from '../base/document-data.ts'

/** Fills in what the document's data leaves out: in production the build defines `PAGE_STYLES`. */
export function openDocument(data: DocumentData): OpenedDocument {
  const { buildId, styles, frame, deferred } = data
  return {
    buildId,
    styles: styles ?? (JSON.parse(PAGE_STYLES!) as OpenedDocument['styles']),
    frame,
    settings: readSettings(data),
    view: readView(data),
    isComplete: deferred === undefined,
  }
}

function readView({ error, page, deferred = [] }: DocumentData): PageView {
  if (error) return { error }
  const deferredValues = Object.fromEntries(deferred.map((name) => [name, readDeferredValue(name)]))
  return { ...page, data: { ...page?.data, ...deferredValues } } as unknown as AnyLoadedPage
}

/** Resolves with undefined if the document ended without the value. */
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
