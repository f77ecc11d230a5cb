import { createContext, useContext } from 'react'
import type { ShownFrame } from '../../shared/document-data.ts'
import { namePages, type PageNames } from '../../shared/page-title.ts'
import { useMessages } from './messages-context.ts'

export const FrameContext = createContext<ShownFrame | null>(null)

/** @returns the layout's data, which is the same on every page */
export function useFrame(): ShownFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('useFrame() is called outside of FrameContext')
  return frame
}

export function usePageNames(): PageNames {
  return namePages(useFrame().site, useMessages())
}
