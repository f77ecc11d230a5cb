import { EMPTY_ENQUIRY, type EnquiryItem, type EnquiryValues } from '../../../shared/enquiry-fields.ts'
import { createDeviceStore } from '../../base/device-store.ts'
import { readStoredItems } from '../../components/enquiry-list/device-list.ts'

interface EnquiryDraft extends EnquiryValues {
  /** The items of a page that does not show the list on this device, as the visitor has edited them. */
  readonly items: readonly EnquiryItem[]
  /** The query of the page that shows these items. */
  readonly search: string
  /** Idempotency key of all attempts to send this enquiry; '' before the first one. */
  readonly key: string
}

const EMPTY: EnquiryDraft = { ...EMPTY_ENQUIRY, items: [], search: '', key: '' }

const OPTIONS = { key: 'enquiry-draft', empty: EMPTY, read: readDraft }

/** Each tab has its own draft, so that an enquiry written in another tab does not replace it. */
const tabDraft = createDeviceStore({ ...OPTIONS, storage: 'sessionStorage' })

/** The latest draft without personal details, with which a new tab starts. */
const deviceDraft = createDeviceStore(OPTIONS)

export const useDraft = tabDraft.useValue

export const getDraft = tabDraft.get

/** @returns whether there is a draft: that of the tab, or a copy of the latest one on the device */
export function openDraft(): boolean {
  if (tabDraft.get() === EMPTY) tabDraft.set(deviceDraft.get())
  return tabDraft.get() !== EMPTY
}

export function updateDraft(change: Partial<EnquiryDraft>): void {
  const draft = { ...tabDraft.get(), ...change }
  tabDraft.set(draft)
  if ('request' in change || 'items' in change) {
    const { request, items, search } = draft
    deviceDraft.set(request || items.length > 0 ? { ...EMPTY, request, items, search } : EMPTY)
  }
}

/** The visitor's details stay for another enquiry in this tab. */
export function clearDraft(): void {
  const { name, email, phone } = tabDraft.get()
  updateDraft({ ...EMPTY, name, email, phone })
}

function readDraft(stored: unknown): EnquiryDraft {
  const { items, ...texts } = stored as EnquiryDraft
  const valid = Object.entries(texts).filter(([, text]) => typeof text === 'string')
  return { ...EMPTY, ...Object.fromEntries(valid), items: readStoredItems(items) }
}
