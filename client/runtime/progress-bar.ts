import './progress-bar.css'
import { LOADING_DELAY_MS } from '../../shared/constants.ts'
import type { Messages } from '../../shared/messages/messages.ts'
import type { PageHooks } from './page-hooks.ts'

/** Shows a thin bar at the top if loading takes longer than `LOADING_DELAY_MS`. */
export function startProgressBar(hooks: PageHooks, messages: Messages): void {
  const bar = document.createElement('div')
  bar.className = 'progress-bar'
  bar.role = 'progressbar'
  bar.ariaLabel = messages.loading
  document.body.append(bar)
  show('idle')
  let delay: ReturnType<typeof setTimeout> | undefined

  function show(state: 'idle' | 'loading' | 'done'): void {
    bar.dataset['state'] = state
    bar.ariaHidden = String(state !== 'loading')
  }

  hooks.on('loading-start', () => {
    // A second navigation continues the bar of the first.
    if (bar.dataset['state'] === 'loading') return
    clearTimeout(delay)
    show('idle')
    delay = setTimeout(() => show('loading'), LOADING_DELAY_MS)
  })
  hooks.on('loading-end', () => {
    clearTimeout(delay)
    if (bar.dataset['state'] === 'loading') show('done')
  })
}
