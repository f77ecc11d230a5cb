import type { ReactNode } from 'react'

export function DescriptionItem({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="caption">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
