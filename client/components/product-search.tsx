import './product-search.css'
import { useSitePath } from '../base/site-path.ts'
import { ROUTES } from '../../shared/routes.ts'
import { CarriedInputs } from '../base/carried-list.tsx'
import { useMessages } from '../base/messages-context.ts'
import { SearchInput } from './search-input.tsx'

export function ProductSearch({ words }: { readonly words?: string }) {
  const messages = useMessages()
  return (
    <form
      className="product-search"
      role="search"
      action={useSitePath()(ROUTES.products.path)}
      lang={messages.langAttribute}
    >
      <CarriedInputs />
      <SearchInput defaultValue={words} />
      <button type="submit" className="button button-primary">
        {messages.search}
      </button>
    </form>
  )
}
