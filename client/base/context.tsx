import { createContext, useContext, useSyncExternalStore, type Context, type ReactNode } from 'react'
import type { Messages } from '../../shared/messages/messages.ts'
import type { ShownFrame } from '../../shared/page-data.ts'
import { namePages, type PageNames } from '../../shared/page-title.ts'
import { withBase } from '../../shared/languages.ts'
import { useLocation } from 'react-router-dom'
import type { EnquiryItem } from '../../shared/enquiry-fields.ts'
import { readCarriedItems, writeList } from '../../shared/enquiry-items.ts'

/** Creates a context without a default. @returns the context, and a hook that throws outside of it */
export function createRequiredContext<Value>(name: string): readonly [Context<Value | null>, () => Value] {
  const RequiredContext = createContext<Value | null>(null)
  function useRequiredContext(): Value {
    const value = useContext(RequiredContext)
    if (value === null) throw new Error(`This component must be inside <${name}>`)
    return value
  }
  return [RequiredContext, useRequiredContext]
}

export const [MessagesContext, useMessages] = createRequiredContext<Messages>('MessagesContext')

/** The layout's data, which is the same on every page. */
export const [FrameContext, useFrame] = createRequiredContext<ShownFrame>('FrameContext')

export function usePageNames(): PageNames {
  return namePages(useFrame().site, useMessages())
}

const subscribe = () => () => {}

/** Returns false on the server and while hydrating, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** @returns a function that adds the beginning of the language's paths, for links and forms without router */
export function useSitePath(): (path: string) => string {
  const { base = '' } = useFrame().site
  return (path) => withBase(base, path)
}

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
