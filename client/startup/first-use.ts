import { readConnection, runWhenIdle } from '../base/scheduling.ts'

const USE_EVENTS = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'input'] as const

/** A visitor whose pointer is over one of these is about to use it. */
const INTERACTIVE = 'a, button, input, select, textarea, label, summary, [tabindex="0"]'

/** These need scripts as soon as they are visible. */
const WIDGETS = '.stepper, .prose table, .prose abbr[title]'

const PAINT_ENTRY = 'largest-contentful-paint'

/**
 * Resolves on first use, or when the browser is idle after the largest paint. A visitor who saves data has to use the
 * page or see a widget.
 */
export function waitForFirstUse(): Promise<void> {
  return new Promise((resolve) => {
    const controller = new AbortController()
    const { signal } = controller
    const finish = () => {
      controller.abort()
      resolve()
    }
    const options = { signal, capture: true, passive: true }
    for (const type of USE_EVENTS) window.addEventListener(type, finish, options)
    window.addEventListener('pointerover', ({ target }) => isInteractive(target) && finish(), options)
    if (document.activeElement !== null && document.activeElement !== document.body) finish()
    else if (readConnection().saveData) watchWidgets(finish, signal)
    else void waitUntilPainted().then(() => runWhenIdle(finish))
  })
}

function isInteractive(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(INTERACTIVE) !== null
}

function watchWidgets(onVisible: () => void, signal: AbortSignal): void {
  const widgets = document.querySelectorAll(WIDGETS)
  if (widgets.length === 0) return
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onVisible()
  })
  for (const widget of widgets) observer.observe(widget)
  signal.addEventListener('abort', () => observer.disconnect())
}

/** Waits for the document with its pictures and, if the browser reports it, the largest paint. */
async function waitUntilPainted(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  if (!PerformanceObserver.supportedEntryTypes.includes(PAINT_ENTRY)) return
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: PAINT_ENTRY, buffered: true })
  })
}
