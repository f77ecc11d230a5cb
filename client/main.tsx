import './styles/main.css'
import { hydrateRoot } from 'react-dom/client'
import { ROOT_ID } from '../shared/urls.ts'
import type { View } from './app.tsx'
import { ClientApp, type Shown } from './client-app.tsx'
import { loadPageComponent } from './pages.ts'
import { readDocumentData } from './runtime/document-data.ts'
import { applyHead } from './runtime/head.ts'
import { takeOverLinks } from './runtime/link-clicks.ts'
import { loadView } from './runtime/load-view.ts'
import { startNavigation } from './runtime/navigation.ts'
import { createScrollMemory } from './runtime/scroll.ts'

const data = readDocumentData()
const view: View =
  'error' in data.view ? data.view : { page: data.view, Page: await loadPageComponent(data.view.name) }
const scroll = createScrollMemory()

let show: ((next: (shown: Shown) => Shown) => void) | undefined
const { navigator, initialLocation } = startNavigation<View>({
  load: (location, signal) => loadView(location, data, signal),
  commit: (confirmed, content) => show?.((shown) => ({ ...confirmed, view: content ?? shown.view })),
  onLeave: (location) => scroll.save(location.key),
})

hydrateRoot(
  document.getElementById(ROOT_ID)!,
  <ClientApp
    frame={data.frame}
    navigator={navigator}
    initial={{ location: initialLocation, action: 'POP', keepsScroll: true, view }}
    onReady={(receive) => {
      show = receive
    }}
    onShown={({ location, action, keepsScroll, view: shownView }) => {
      applyHead(shownView, data.frame)
      // A menu or drawer belongs to the page it was opened on.
      for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
      if (!keepsScroll) scroll.move(location, action)
    }}
  />,
)
scroll.restore(initialLocation.key)
takeOverLinks(navigator)

if (DEVELOPMENT) {
  new EventSource('/_development/reload').addEventListener('message', ({ data: buildId }) => {
    if (buildId !== data.buildId) window.location.reload()
  })
}
