import { useState, type MouseEvent } from 'react'
import { lazyComponent } from '../../runtime/chunk-loading.ts'

/** Loaded when a visitor points at a picture, because only some visitors enlarge one. */
export const Lightbox = lazyComponent(() => import('./lightbox.tsx'), 'Lightbox')

/** Opens the lightbox from links to the pictures, which work without scripts. */
export function useLightbox() {
  const [opened, setOpened] = useState<{ readonly key: number; readonly firstIndex: number } | null>(null)

  async function open(link: HTMLAnchorElement, firstIndex: number): Promise<void> {
    try {
      await Lightbox.load()
    } catch {
      window.location.assign(link.href)
      return
    }
    // Safari does not focus a pressed link, so the focus could not return to it.
    link.focus({ preventScroll: true })
    setOpened((before) => ({ key: (before?.key ?? 0) + 1, firstIndex }))
  }

  return {
    opened,
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

function preload(): void {
  Lightbox.load().catch(() => {})
}
