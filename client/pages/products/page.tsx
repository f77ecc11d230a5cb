// Lazily loaded chunks do not load their style sheets.
import '../../components/comparison/comparison.css'
import '../../components/enquiry-list/add-to-enquiry.css'
import '../../components/take-away.css'
import { Suspense } from 'react'
import { Listing, loadListingParts, nameSearch } from '../../components/listing/listing.tsx'
import { usePageNames } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import type { PageProps } from '../../base/page-component.ts'
import { lazyComponent } from '../../base/chunk-loading.ts'

const Comparison = lazyComponent(() => import('../../components/comparison/comparison.tsx'), 'Comparison')

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
        <Suspense>
          <Comparison comparison={data.comparison} />
        </Suspense>
      ) : (
        <Listing listing={data.listing} relaxations={data.relaxations} path="/products" />
      )}
    </div>
  )
}

Page.loadParts = (data: PageProps<'products'>['data']) =>
  'comparison' in data ? Comparison.load() : loadListingParts(data.listing)
