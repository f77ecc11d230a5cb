import { createContext, useContext } from 'react'
import type { ShownFrame } from '../shared/document-data.ts'

export const FrameContext = createContext<ShownFrame | null>(null)

/** @returns the data of the layout, which is the same on every page: the site, its top categories and its origin */
export function useFrame(): ShownFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('useFrame() is called outside of FrameContext')
  return frame
}
