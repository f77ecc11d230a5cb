import { Suspense, use, type ReactNode } from 'react'
import { stringifyForHtml } from '../../shared/escape.ts'
import type { Deferred as DeferredValue } from '../../shared/page-data.ts'
import { LATE_DATA_ID } from '../../shared/urls.ts'

interface DeferredProps<Value> {
  readonly value: DeferredValue<Value>
  /** A placeholder of the same size as the rendered value. */
  readonly fallback: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Renders a value immediately if it is available, otherwise a placeholder until its promise resolves. */
export function Deferred<Value>({ value, fallback, ...props }: DeferredProps<Value>) {
  if (!(value instanceof Promise)) return props.children(value)
  return (
    <Suspense fallback={fallback}>
      <DeferredContent {...props} promise={value} />
    </Suspense>
  )
}

interface DeferredContentProps<Value> extends Pick<DeferredProps<Value>, 'children'> {
  readonly promise: Promise<Value>
}

/** The browser reads the JSON block for hydration. */
function DeferredContent<Value>({ promise, children }: DeferredContentProps<Value>) {
  const value = use(promise)
  return (
    <>
      {children(value)}
      <script type="application/json" id={LATE_DATA_ID} dangerouslySetInnerHTML={{ __html: stringifyForHtml(value) }} />
    </>
  )
}
