import { createContext, useContext, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { EnquiryItem } from '../../shared/enquiry-fields.ts'
import { ITEM_PARAMETER, readCarriedItems, writeItem, writeList } from '../../shared/enquiry-items.ts'
import { useHydrated } from './use-hydrated.ts'

/** The items of the enquiry list that is in the query of the page's URL. */
const CarriedListContext = createContext<readonly EnquiryItem[]>([])

const NONE: readonly EnquiryItem[] = []

/**
 * Adds the enquiry list in the page's URL to links and forms, so that visitors without scripts keep it from page to
 * page. With scripts, the list is stored on the device instead.
 */
export function CarriedList({ children }: { readonly children: ReactNode }) {
  const { search } = useLocation()
  const isHydrated = useHydrated()
  const items = search === '' || isHydrated ? NONE : readCarriedItems(new URLSearchParams(search))
  // If the context changed, React would render the parts that are not hydrated yet anew, without what the visitor has
  // ticked or focused in them.
  return <CarriedListContext value={items.length > 0 ? items : NONE}>{children}</CarriedListContext>
}

/** @returns the items of the enquiry list that is in the query of the page's URL */
export function useCarriedItems(): readonly EnquiryItem[] {
  return useContext(CarriedListContext)
}

/** Adds the enquiry list in the page's URL to a path of the site. */
export function useCarriedPath(path: string): string {
  const items = useCarriedItems()
  if (items.length === 0 || !path.startsWith('/')) return path
  const [, address = '', hash = ''] = /^([^#]*)(.*)$/.exec(path) ?? []
  return `${address}${address.includes('?') ? '&' : '?'}${writeList(items)}${hash}`
}

/** Hidden inputs that submit the enquiry list in the page's URL together with a form. */
export function CarriedInputs() {
  return useContext(CarriedListContext).map((item) => (
    <input key={writeItem(item)} type="hidden" name={ITEM_PARAMETER} value={writeItem(item)} />
  ))
}
