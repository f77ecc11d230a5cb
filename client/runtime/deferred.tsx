import { Suspense, use, type ReactNode } from 'react'
import { stringifyForHtml } from '../../shared/escape.ts'
import type { Deferred as DeferredValue } from '../../shared/page-data.ts'
import { deferredBlockId } from '../../shared/urls.ts'

interface DeferredProps<Value> {
  /** The value's name in the page's data. */
  readonly name: string
  readonly value: DeferredValue<Value>
  /** Holds the place, in the size of what comes. */
  readonly fallback: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Draws a value now where it is there, else as soon as it comes. */
export function Deferred<Value>({ value, fallback, ...late }: DeferredProps<Value>) {
  if (!(value instanceof Promise)) return late.children(value)
  return (
    <Suspense fallback={fallback}>
      <Late {...late} promise={value} />
    </Suspense>
  )
}

interface LateProps<Value> extends Pick<DeferredProps<Value>, 'name' | 'children'> {
  readonly promise: Promise<Value | undefined>
}

/** The value comes with its part of the page, in a block that the browser reads instead of fetching it again. */
function Late<Value>({ name, promise, children }: LateProps<Value>) {
  const value = use(promise)
  if (value === undefined) return null
  return (
    <>
      {children(value)}
      <script
        type="application/json"
        id={deferredBlockId(name)}
        dangerouslySetInnerHTML={{ __html: stringifyForHtml(value) }}
      />
    </>
  )
}
