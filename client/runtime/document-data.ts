import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import type { DocumentData, OpenedDocument } from '../../shared/document-data.ts'
import type { AnyLoadedPage, PageView } from '../../shared/page-data.ts'
import { DOCUMENT_DATA_ID } from '../../shared/urls.ts'
import { readLateData } from './late-data.ts'

/** Reads the JSON block of the document. */
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
  const late = Object.fromEntries(deferred.map((name) => [name, readLateData(name)]))
  return { ...page, data: { ...page!.data, ...late } } as unknown as AnyLoadedPage
}
