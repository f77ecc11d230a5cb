import type { DocumentData, OpenedDocument, PageView } from '../../shared/page-data.ts'
import type { Card } from '../../shared/shown-catalog.ts'
import { BUILDS_PATH, LATE_DATA_ID } from '../../shared/urls.ts'
import { readSettings } from '../base/document-data.ts'
import type { Site } from '../../shared/site.ts'
import { createMessages, type CreateTexts, type Messages } from '../../shared/messages/messages.ts'

/** Fills in what the document's data leaves out. */
export function openDocument(data: DocumentData): OpenedDocument {
  const { buildId, frame, hasLateData = false } = data
  return {
    buildId,
    styles: JSON.parse(PAGE_STYLES) as OpenedDocument['styles'],
    frame,
    settings: readSettings(data),
    view: readView(data),
    isComplete: !hasLateData,
  }
}

function readView({ error, page, hasLateData }: DocumentData): PageView {
  if (error) return { error }
  if (!hasLateData || page?.name !== 'products-product') return page!
  return { ...page, data: { ...page.data, related: readRelated() } }
}

/** Resolves without products if the document ended without them. */
function readRelated(): Promise<readonly Card[]> {
  return new Promise((resolve) => {
    const find = () => {
      const block = document.getElementById(LATE_DATA_ID)
      if (block) finish(JSON.parse(block.textContent) as readonly Card[])
      else if (document.readyState !== 'loading') finish([])
    }
    const finish = (products: readonly Card[]) => {
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', find)
      resolve(products)
    }
    const observer = new MutationObserver(find)
    observer.observe(document.documentElement, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', find)
    find()
  })
}

/**
 * Loads the document's messages. The document names the file of its language: a list of all would be in the scripts of
 * every page.
 * @param file relative to `/builds/`
 */
export async function loadMessages(
  { locale, wording }: Pick<Site, 'locale' | 'wording'>,
  file: string,
): Promise<Messages> {
  const { createTexts } = (await import(BUILDS_PATH + file)) as { readonly createTexts: CreateTexts }
  const messages = createMessages(createTexts, locale)
  if (!wording) return messages
  const { applyWording } = await import('../../shared/messages/wording.ts')
  return applyWording(messages, wording, { locale, formatCount: messages.formatCount })
}
