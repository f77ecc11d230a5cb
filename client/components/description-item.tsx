import type { ReactNode } from 'react'
import { useMessages } from '../base/context.tsx'

export function DescriptionItem({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="caption" lang={useMessages().langAttribute}>
        {term}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
