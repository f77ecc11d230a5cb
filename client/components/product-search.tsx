import './product-search.css'
import { ROUTES } from '../../shared/routes.ts'
import { Form } from '../base/form.tsx'
import { useMessages } from '../base/messages-context.ts'
import { SearchInput } from './search-input.tsx'

export function ProductSearch({ words }: { readonly words?: string }) {
  const messages = useMessages()
  return (
    <Form className="product-search" role="search" action={ROUTES.products.path} lang={messages.langAttribute}>
      <SearchInput defaultValue={words} />
      <button type="submit" className="button button-primary">
        {messages.search}
      </button>
    </Form>
  )
}
