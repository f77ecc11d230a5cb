import { createContext, useContext, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { EnquiryItem } from '../../shared/enquiry-fields.ts'
import { readCarriedItems, writeList } from '../../shared/enquiry-items.ts'
import { useHydrated } from './use-hydrated.ts'

const CarriedListContext = createContext<readonly EnquiryItem[]>([])

const NONE: readonly EnquiryItem[] = []

/**
 * Adds the enquiry list in the page's URL to links and forms, so that visitors without scripts keep it. With scripts,
 * it is stored on the device.
 */
export function CarriedList({ children }: { readonly children: ReactNode }) {
  const { search } = useLocation()
  const isHydrated = useHydrated()
  const items = search === '' || isHydrated ? NONE : readCarriedItems(new URLSearchParams(search))
  // A change of the context would render parts anew that are not hydrated yet, without what the visitor ticked or
  // focused in them.
  return <CarriedListContext value={items.length > 0 ? items : NONE}>{children}</CarriedListContext>
}

/** @returns the enquiry list in the query of the page's URL */
export function useCarriedItems(): readonly EnquiryItem[] {
  return useContext(CarriedListContext)
}

export function useCarriedPath(path: string): string {
  const items = useCarriedItems()
  if (items.length === 0 || !path.startsWith('/')) return path
  const [, address = '', hash = ''] = /^([^#]*)(.*)$/.exec(path) ?? []
  return `${address}${address.includes('?') ? '&' : '?'}${writeList(items)}${hash}`
}
