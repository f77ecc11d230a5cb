import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import type { DocumentData, OpenedDocument, PageRestByRoute } from '../../shared/document-data.ts'
import type { AnyLoadedPage, PageView } from '../../shared/page-data.ts'
import { matchRoute, type RouteName } from '../../shared/routes.ts'
import { DOCUMENT_DATA_ID } from '../../shared/urls.ts'
import { readLateData } from './late-data.ts'
import { readHead, readShown } from './read-shown.ts'

/** What the server put into the document and what it drew there, with promises in place of what is still on its way. */
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

function readView({ error, rest, isPrivate, deferred = [] }: DocumentData): PageView {
  if (error) return { error }
  const { name, params } = matchRoute(window.location.pathname)!
  const late = Object.fromEntries(deferred.map((key) => [key, readLateData(key)]))
  const data = { ...readShown(name, rest as PageRestByRoute[RouteName], params), ...late }
  return { name, params, data, head: readHead(), ...(isPrivate && { isPrivate }) } as AnyLoadedPage
}
