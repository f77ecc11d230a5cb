import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { documentBase } from '../../base/document-data.ts'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, QUANTITY_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import {
  describeUnloaded,
  fitAddress,
  isSameItem,
  listPath,
  mergeItems,
  readItems,
} from '../../../shared/enquiry-items.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
import { payloadPath } from '../../../shared/urls.ts'
import { useHydrated } from '../../base/context.tsx'
import { ownServer } from '../../base/http.ts'
import { setDeviceList, useDeviceList } from '../../components/enquiry-list/device-list.ts'
import { updateDraft, useDraft } from './enquiry-draft.ts'

export type EnquiryList = ReturnType<typeof useListedItems>

/** The address follows the list after this delay, because browsers limit how often scripts may change it. */
const ADDRESS_DELAY_MS = 250

/** `history.state` of an entry that shows the list stored on this device. The entry's URL may have an older list. */
const ON_DEVICE = { isOnDevice: true }

/** An item as the visitor edits it. A quantity of 0 leaves it out of the enquiry. */
export interface AskedItem extends ListedItem {
  readonly quantityText: string
}

export interface ItemChange {
  readonly quantityText?: string | undefined
  readonly note?: string | undefined
}

interface State {
  /** The items in the data of the page. */
  readonly source: readonly ListedItem[]
  /** The query of the address, which changes if an item is removed. */
  readonly search: string
  readonly isOnDevice: boolean
  /** The items that are left of a page that does not show the list on this device. */
  readonly own: readonly EnquiryItem[]
  /** Typed quantities that are not valid, by item. */
  readonly texts: Readonly<Record<string, string>>
}

const start = (source: readonly ListedItem[], search: string): State => {
  return { source, search, isOnDevice: false, own: source, texts: {} }
}

/**
 * If the address has the products of the list on this device, form and address follow that list, also when another tab
 * changes it. Otherwise, as with someone else's link, changes apply to this page alone.
 * @param takesDeviceList whether a page without products takes over the list on this device
 */
export function useListedItems(items: readonly ListedItem[], takesDeviceList: boolean) {
  const { search, state: entryState } = useLocation()
  const isHydrated = useHydrated()
  const navigate = useNavigate()
  const device = useDeviceList()
  const draft = useDraft()
  const [stored, setState] = useState(start(items, search))
  // A navigation may change the list in the address while the page is shown.
  const state = stored.source === items ? stored : start(items, search)
  const { texts } = state
  const edited = draft.search === state.search ? draft.items : []
  const own = state.own.map((item) => find(edited, item) ?? item)
  // The address may lack the end of a long list.
  const addressed = fitAddress(device)
  const isSameList = own.length > 0 && addressed.length === own.length && own.every((item) => find(device, item))
  const isMarked = isHydrated && (entryState as Partial<typeof ON_DEVICE> | null)?.isOnDevice === true
  const isPlain = isHydrated && takesDeviceList && items.length === 0 && device.length > 0
  const isOnDevice = state.isOnDevice || isSameList || isMarked || isPlain
  if (state !== stored || isOnDevice !== state.isOnDevice) setState({ ...state, isOnDevice })

  const current = isOnDevice ? device : own
  const isLoaded = addressed.every((item) => find(items, item))
  const known = [...items, ...useItemsBeyondAddress(isOnDevice && isLoaded ? device : NONE, items)]
  const shown = current.flatMap((item): readonly AskedItem[] => {
    const listed = find(known, item)
    const quantityText = texts[keyOf(item)] ?? String(item.quantity)
    return listed ? [{ ...listed, ...toItem(item), quantity: Number(quantityText), quantityText }] : []
  })

  const giveNewSlugs = useEffectEvent((listed: readonly ListedItem[]) => {
    const asked = readItems(new URLSearchParams(search))
    // A returned form has fewer items than its address if the visitor has removed some of them without scripts.
    if (asked.length !== listed.length) return
    const slugOf = (item: EnquiryItem) => listed[asked.findIndex((other) => isSameItem(other, item))]?.product
    const renamed = device.map((item) => ({ ...item, product: slugOf(item) ?? item.product }))
    if (!renamed.every((item) => find(device, item))) setDeviceList(mergeItems(renamed))
  })
  // The page has the items of its address in the same order, but renamed products under their new slugs.
  useEffect(() => {
    if (isHydrated) giveNewSlugs(items)
  }, [items, isHydrated])

  const path = listPath(device)
  useEffect(() => {
    if (!isOnDevice) return
    if (!isLoaded) return void navigate(path, { replace: true, preventScrollReset: true, state: ON_DEVICE })
    const shownSearch = window.location.search
    const timer = setTimeout(() => {
      // A navigation changes the address before React removes this page or shows the list of another address.
      if (window.location.pathname !== documentBase() + CONTACT_PATH || window.location.search !== shownSearch) return
      // The router reads the state of an entry from `usr`.
      window.history.replaceState({ ...(window.history.state as object), usr: ON_DEVICE }, '', path)
    }, ADDRESS_DELAY_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a page that arrives first may replace the navigation, which `items` then repeats
  }, [isOnDevice, isLoaded, items, path, navigate])

  function put(next: readonly EnquiryItem[], change: Partial<State> = {}): void {
    const changed = { ...state, isOnDevice, ...change }
    setState(isOnDevice ? changed : { ...changed, own: next })
    if (isOnDevice) setDeviceList(next)
    else updateDraft({ items: next.map(toItem), search: changed.search })
  }

  const kept = isOnDevice ? device : [...device.filter((item) => !find(own, item)), ...own.map(toItem)]

  return {
    shown,
    asked: shown.filter(({ quantity }) => quantity !== 0),
    isOnDevice,
    edit: (change: (item: AskedItem) => ItemChange) => {
      const nextTexts = { ...texts }
      const next = current.map((item) => {
        const seen = find(shown, item)
        if (!seen) return item
        const { quantityText = seen.quantityText, note = item.note } = change(seen)
        const quantity = Number(quantityText)
        const isValid = Number.isInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX
        if (isValid) delete nextTexts[keyOf(item)]
        else nextTexts[keyOf(item)] = quantityText
        return { ...item, note, ...(isValid && { quantity }) }
      })
      put(next, { texts: nextTexts })
    },
    remove: (item: EnquiryItem) => {
      const others = current.filter((other) => !isSameItem(other, item))
      if (isOnDevice) return put(others)
      window.history.replaceState(window.history.state, '', listPath(others))
      put(others, { search: window.location.search })
    },
    /** The items that stay if others are added. */
    kept,
    /** The list with the added items is then the one on this device. */
    add: (added: readonly EnquiryItem[]) => {
      setDeviceList(mergeItems([...kept, ...added]))
      setState({ ...state, isOnDevice: true })
    },
    /** @returns false if the list on this device would have too many products */
    save: () => {
      const all = [...device.filter((item) => !find(shown, item)), ...own.map(toItem)]
      if (all.length > ENQUIRY_ITEMS_MAX) return false
      setDeviceList(all)
      setState({ ...state, isOnDevice: true })
      return true
    },
    clear: () => {
      if (isOnDevice) setDeviceList(device.filter((item) => !find(shown, item)))
      else setState({ ...state, own: [] })
    },
  }
}

const NONE: readonly EnquiryItem[] = []

/** Loads the items of the list that are missing from `loaded`, because they do not fit into the address. */
function useItemsBeyondAddress(list: readonly EnquiryItem[], loaded: readonly ListedItem[]): readonly ListedItem[] {
  const [further, setFurther] = useState<readonly ListedItem[]>([])
  const missing = list.filter((item) => !find(loaded, item) && !find(further, item))
  const search = missing.length > 0 ? listPath(missing).slice(CONTACT_PATH.length) : ''
  const add = useEffectEvent((found: readonly ListedItem[]) => {
    // An item whose data could not be loaded is shown with its slug.
    const described = fitAddress(missing).map((item) => find(found, item) ?? describeUnloaded(item))
    setFurther([...further, ...described])
  })
  useEffect(() => {
    if (search === '') return
    const controller = new AbortController()
    const { signal } = controller
    loadItems(search, signal).then(
      (found) => signal.aborted || add(found),
      () => signal.aborted || add([]),
    )
    return () => controller.abort()
  }, [search])
  return further
}

async function loadItems(search: string, signal: AbortSignal): Promise<readonly ListedItem[]> {
  const { body } = await ownServer(payloadPath(CONTACT_PATH) + search, { signal })
  return (body as { readonly data: { readonly items: readonly ListedItem[] } }).data.items
}

function find<Item extends EnquiryItem>(items: readonly Item[], item: EnquiryItem): Item | undefined {
  return items.find((other) => isSameItem(other, item))
}

const keyOf = ({ product, variant }: EnquiryItem) => `${product}:${variant}`

/** Omits the data that only pages show. */
export const toItem = ({ product, variant, quantity, note, pasted }: EnquiryItem): EnquiryItem => ({
  product,
  variant,
  quantity,
  note,
  ...(pasted !== undefined && { pasted }),
})
