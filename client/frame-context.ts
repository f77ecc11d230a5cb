import { createContext, useContext } from 'react'
import type { ShownFrame } from '../shared/document-data.ts'

export const FrameContext = createContext<ShownFrame | null>(null)

/** The site, its top categories and its origin: the same on every page. */
export function useFrame(): ShownFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('useFrame() is called outside of FrameContext')
  return frame
}
