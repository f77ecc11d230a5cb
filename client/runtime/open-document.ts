import type { DocumentData, OpenedDocument, AnyLoadedPage, PageView } from '../../shared/page-data.ts'
import { deferredBlockId, BUILDS_PATH } from '../../shared/urls.ts'
import { readSettings } from '../base/document-data.ts'
import type { Site } from '../../shared/site.ts'
import { createMessages, type CreateTexts, type Messages } from '../../shared/messages/messages.ts'

/** Fills in what the document's data leaves out. */
export function openDocument(data: DocumentData): OpenedDocument {
  const { buildId, frame, deferred } = data
  return {
    buildId,
    styles: JSON.parse(PAGE_STYLES) as OpenedDocument['styles'],
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
