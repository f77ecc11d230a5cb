import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import type { ClientSettings, DocumentData } from '../../shared/document-data.ts'
import { DOCUMENT_DATA_ID } from '../../shared/urls.ts'

/** Reads the data that the server writes into every document. */
export function readDocumentData(): DocumentData {
  return JSON.parse(document.getElementById(DOCUMENT_DATA_ID)!.textContent) as DocumentData
}

/** Returns the settings of a document, which contains only those that are not the default. */
export function readSettings({ settings }: DocumentData): ClientSettings {
  return settings ?? { buildCheckIntervalMs: BUILD_CHECK_INTERVAL_MS, httpBaseUrl: HTTP_BASE_URL }
}
