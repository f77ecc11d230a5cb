import { createContext, useContext } from 'react'
import type { ShownFrame } from '../../shared/document-data.ts'
import { namePages, type PageNames } from '../../shared/page-title.ts'
import { useMessages } from './messages-context.ts'

export const FrameContext = createContext<ShownFrame | null>(null)

/** @returns the data of the layout, which is the same on every page: the site, its top categories and its origin */
export function useFrame(): ShownFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('useFrame() is called outside of FrameContext')
  return frame
}

/** @returns the names of the main pages, as the navigation shows them */
export function usePageNames(): PageNames {
  return namePages(useFrame().site, useMessages())
}
