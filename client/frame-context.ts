import { createContext, useContext } from 'react'
import type { Frame } from '../shared/page-data.ts'

export const FrameContext = createContext<Frame | null>(null)

/** The site, its top categories and its origin: the same on every page. */
export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('useFrame() is called outside of FrameContext')
  return frame
}
