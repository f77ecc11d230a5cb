import { startTransition, useState, type MouseEvent } from 'react'
import { lazyComponent } from '../../base/chunk-loading.ts'

/** The lightbox is loaded when a visitor points at a picture, because only some visitors enlarge one. */
export const Lightbox = lazyComponent(() => import('./lightbox.tsx'), 'Lightbox')

interface Opened {
  /** How often the lightbox was opened. As the React key, it resets the state each time. */
  readonly count: number
  readonly firstIndex: number
  readonly isOpenedByKey: boolean
}

/** Without scripts the links open the pictures themselves. */
export function useLightbox() {
  const [opened, setOpened] = useState<Opened | null>(null)

  async function open(link: HTMLAnchorElement, firstIndex: number, isOpenedByKey: boolean): Promise<void> {
    try {
      await Lightbox.load()
    } catch {
      window.location.assign(link.href)
      return
    }
    // Safari does not focus a pressed link, and focus returns to the link only if it had it before.
    link.focus({ preventScroll: true })
    // Outside a transition, React would show the lightbox 300 ms later, after an empty fallback.
    startTransition(() => setOpened((before) => ({ count: (before?.count ?? 0) + 1, firstIndex, isOpenedByKey })))
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
        void open(event.currentTarget, index, event.detail === 0)
      },
    }),
  }
}

function preload(): void {
  Lightbox.load().catch(() => {})
}
