import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import type { ClientSettings, DocumentData } from '../../shared/document-data.ts'
import { DOCUMENT_DATA_ID } from '../../shared/urls.ts'

export function readDocumentData(): DocumentData {
  return JSON.parse(document.getElementById(DOCUMENT_DATA_ID)!.textContent) as DocumentData
}

/** The document contains only settings that are not the default. */
export function readSettings({ settings }: DocumentData): ClientSettings {
  return settings ?? { buildCheckIntervalMs: BUILD_CHECK_INTERVAL_MS, httpBaseUrl: HTTP_BASE_URL }
}
