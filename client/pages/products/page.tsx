import { messages } from '../../../shared/messages/messages.ts'
import { Listing } from '../../components/listing/listing.tsx'
import type { PageProps } from '../../page-props.ts'

export function Page({ data }: PageProps<'products'>) {
  return (
    <div className="section">
      <header className="page-head">
        <h1>{messages.products}</h1>
      </header>
      <Listing {...data} path="/products" />
    </div>
  )
}
