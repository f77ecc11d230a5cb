import { Comparison } from '../../components/comparison/comparison.tsx'
import { Listing, nameSearch } from '../../components/listing/listing.tsx'
import { usePageNames, useMessages } from '../../base/context.tsx'
import type { PageProps } from '../../base/view.ts'

export function Page({ data }: PageProps<'products'>) {
  const messages = useMessages()
  const names = usePageNames()
  const search = 'listing' in data ? nameSearch(data.listing, messages) : undefined
  return (
    <div className="section">
      <header className="page-head">
        <h1 lang={search && messages.langAttribute}>
          {'comparison' in data ? messages.comparison.heading : (search ?? names.products)}
        </h1>
      </header>
      {'comparison' in data ? (
        <Comparison comparison={data.comparison} />
      ) : (
        <Listing listing={data.listing} relaxations={data.relaxations} path="/products" />
      )}
    </div>
  )
}
