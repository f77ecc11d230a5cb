import { ViewTransition, type ReactNode } from 'react'

interface TravellingPictureProps {
  /** The product's; it may stand on a page once only. */
  readonly slug: string
  readonly children: ReactNode
}

/** A product's picture, which travels from its card to its page and back. */
export function TravellingPicture({ slug, children }: TravellingPictureProps) {
  // The server's marks would serve late parts only, and nobody has seen these pictures elsewhere by then.
  if (typeof document === 'undefined') return children
  return (
    <ViewTransition name={`picture-${slug}`} share="picture" default="none">
      {children}
    </ViewTransition>
  )
}
