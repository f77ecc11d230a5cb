import type { AnyLoadedPage, DocumentData } from '../../shared/page-data.ts'
import { DOCUMENT_DATA_ID } from '../../shared/urls.ts'
import { readLateData } from './late-data.ts'

/** What the server put into the document, with promises in place of what is still on its way. */
export function readDocumentData(): DocumentData {
  const data = JSON.parse(document.getElementById(DOCUMENT_DATA_ID)!.textContent) as DocumentData
  if ('error' in data.view) return data
  const late = Object.fromEntries(data.deferred.map((name) => [name, readLateData(name)]))
  return { ...data, view: { ...data.view, data: { ...data.view.data, ...late } } as AnyLoadedPage }
}
