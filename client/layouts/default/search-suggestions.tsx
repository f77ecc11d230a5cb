import { useId, useRef, useState, type RefObject, useEffect } from 'react'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ProductSuggestion, Suggestions } from '../../../shared/page-data.ts'
import { categoryPath, productPath, SUGGESTIONS_PATH } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { useCombobox } from '../../widgets/use-combobox.ts'
import { Price } from '../../components/price.tsx'
import { useMessages } from '../../base/context.tsx'
import { SEARCH_MAX_LENGTH, SUGGESTIONS_DEBOUNCE_MS, SUGGESTIONS_MIN_LENGTH } from '../../../shared/constants.ts'
import { ownServer } from '../../base/http.ts'

export function SearchSuggestions({ inputRef }: { readonly inputRef: RefObject<HTMLInputElement | null> }) {
  const messages = useMessages()
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const suggestions = useSuggestions(text)
  const groups = suggestions ? listGroups(suggestions, text, messages) : []
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const { isOpen, active, optionId, close } = useCombobox({
    inputRef,
    listRef,
    listId: `${id}list`,
    count,
    onInputValueChange: (typed) => setText(typed.trim()),
  })
  let index = 0
  return (
    <>
      <div
        ref={listRef}
        id={`${id}list`}
        className="suggestions"
        role="listbox"
        aria-label={messages.suggestions}
        hidden={!isOpen}
        tabIndex={-1}
        // Pressing a suggestion must not take the focus from the input.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(({ name, options }, group) => (
          <div key={name} role={name ? 'group' : 'none'} aria-labelledby={name ? `${id}group${group}` : undefined}>
            {name ? (
              <div id={`${id}group${group}`} className="suggestions-name caption" role="presentation">
                {name}
              </div>
            ) : null}
            {options.map(({ href, content }) => {
              const position = index++
              return (
                <Link
                  key={href}
                  to={href}
                  id={optionId(position)}
                  className="suggestion"
                  role="option"
                  tabIndex={-1}
                  aria-selected={position === active}
                  onClick={close}
                >
                  {content}
                </Link>
              )
            })}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen ? messages.suggestionCount(count) : ''}
      </span>
    </>
  )
}

const productsPath = (key: string, value: string) => `/products?${new URLSearchParams({ [key]: value })}`

/** The name of a group without a heading is ''. */
function listGroups({ products, categories, brands }: Suggestions, text: string, messages: Messages) {
  return [
    {
      name: messages.products,
      options: products.map((product) => ({
        href: productPath(product.slug, product.variant?.key),
        content: <Product {...product} />,
      })),
    },
    {
      name: messages.categories,
      options: categories.map(({ slug, name, lang, parentName }) => ({
        href: categoryPath(slug),
        content: <Name name={name} details={parentName} lang={lang} />,
      })),
    },
    {
      name: messages.brands,
      options: brands.map((brand) => ({ href: productsPath(LISTING_KEYS.brands, brand), content: brand })),
    },
    { name: '', options: [{ href: productsPath(LISTING_KEYS.search, text), content: messages.searchFor(text) }] },
  ].filter(({ options }) => options.length > 0)
}

function Product({ name, lang, image, brand, variant, number, ...price }: ProductSuggestion) {
  return (
    <>
      <ProductImage image={image} place="row" isDecorative />
      <Name name={name} details={[brand, variant?.name, number].filter(Boolean).join(', ')} lang={lang} />
      {price.price ? <Price {...price} /> : null}
    </>
  )
}

interface NameProps extends Pick<ProductSuggestion, 'name'> {
  readonly lang: string | undefined
  readonly details: string | undefined
}

function Name({ name, lang, details }: NameProps) {
  return (
    <span>
      <span lang={lang}>{name}</span>
      {details ? (
        <>
          {' '}
          <span className="suggestion-details caption">{details}</span>
        </>
      ) : null}
    </span>
  )
}

/** From this character on (kana, Han, Hangul), a single character can be a word. */
const FIRST_KANA = '\u3041'

/**
 * Fetches suggestions for a text, debounced; the request for an earlier text is aborted.
 * @returns null until suggestions are loaded, or if they cannot be loaded
 */
function useSuggestions(text: string): Suggestions | null {
  const [found, setFound] = useState<Suggestions | null>(null)
  const isLongEnough = text.length >= SUGGESTIONS_MIN_LENGTH || text >= FIRST_KANA

  useEffect(() => {
    if (!isLongEnough) return
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      try {
        const { body } = await ownServer(
          `${SUGGESTIONS_PATH}?${new URLSearchParams({ [LISTING_KEYS.search]: text.slice(0, SEARCH_MAX_LENGTH) })}`,
          { signal },
        )
        if (!signal.aborted) setFound(body as Suggestions)
      } catch {
        if (!signal.aborted) setFound(null)
      }
    }
    const timer = setTimeout(() => void load(), SUGGESTIONS_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isLongEnough])

  return isLongEnough ? found : null
}
