import { Listing } from '../../components/listing/listing.tsx'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'

export function Page({ data }: PageProps<'products'>) {
  const messages = useMessages()
  return (
    <div className="section">
      <header className="page-head">
        <h1>{messages.products}</h1>
      </header>
      <Listing listing={data.listing} relaxations={data.waysOn} path="/products" />
    </div>
  )
}
