import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import type { ClientSettings, DocumentData } from '../../shared/page-data.ts'
import { DOCUMENT_DATA_ID } from '../../shared/urls.ts'

export function readDocumentData(): DocumentData {
  return JSON.parse(document.getElementById(DOCUMENT_DATA_ID)!.textContent) as DocumentData
}

/** The document contains only settings that are not the default. */
export function readSettings({ settings }: DocumentData): ClientSettings {
  return settings ?? { buildCheckIntervalMs: BUILD_CHECK_INTERVAL_MS, httpBaseUrl: HTTP_BASE_URL }
}

/**
 * @returns the beginning of the paths in the document's language: '' for the site's first one, otherwise such as '/de'.
 * Only browsers can call this.
 */
export function documentBase(): string {
  return document.documentElement.dataset['base'] ?? ''
}

/** @returns the path without the beginning of its language; undefined if it is a path of another language */
export function withoutDocumentBase(pathname: string): string | undefined {
  const base = documentBase()
  if (base === '') return pathname
  if (pathname === base) return '/'
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
}
