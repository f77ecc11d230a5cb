import { useEffect, useEffectEvent, useState, type ComponentType, type MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LightboxProps } from './lightbox.tsx'

/**
 * The open lightbox is a state of the history, so that Back closes it. Its library is loaded when a pointer or the focus
 * reaches a picture, because only some visitors enlarge one. Without scripts the links open the pictures themselves.
 */
export function useLightbox() {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null)
  const { lightbox: openedIndex } = (state ?? {}) as { readonly lightbox?: number }

  const load = () => import('./lightbox.tsx').then((loaded) => setLightbox(() => loaded.Lightbox))

  /** If it fails, the click opens the picture itself. */
  function preload(): void {
    load().catch(() => {})
  }

  async function open(link: HTMLAnchorElement, index: number): Promise<void> {
    try {
      await load()
    } catch {
      window.location.assign(link.href)
      return
    }
    // Safari does not focus a pressed link, and the focus returns only to a link that had it.
    link.focus({ preventScroll: true })
    void navigate({ search, hash }, { state: { lightbox: index }, preventScrollReset: true })
  }

  const openAfterReload = useEffectEvent(() => {
    if (openedIndex !== undefined) preload()
  })
  useEffect(() => openAfterReload(), [])

  return {
    Lightbox,
    openedIndex,
    close: () => void navigate(-1),
    getLinkProps: (index: number) => ({
      'aria-haspopup': 'dialog' as const,
      onPointerEnter: preload,
      onFocus: preload,
      onClick(event: MouseEvent<HTMLAnchorElement>) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void open(event.currentTarget, index)
      },
    }),
  }
}
