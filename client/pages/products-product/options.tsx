import './options.css'
import type { ProductVariant } from '../../../shared/catalog.ts'
import type { ShownProduct } from '../../../shared/shown-product.ts'
import { productPath } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'

/** Values are links to variants, so that a choice can be shared and needs no scripts. */
export function Options({ product, chosen }: { readonly product: ShownProduct; readonly chosen: ProductVariant }) {
  const { notAvailable } = useMessages()
  return product.options.map(({ name, values }, position) => (
    <OptionGroup
      key={name}
      name={name}
      chosen={chosen.optionValues[position]}
      lang={product.langs?.specification}
      isSamePage
      links={values.map((value) => {
        const variant = findVariant(product, chosen, position, value)
        return {
          value,
          to: productPath(product.slug, variant.key),
          notes: variant.availability === 'OutOfStock' ? [notAvailable] : [],
        }
      })}
    />
  ))
}

interface OptionLink {
  readonly value: string
  readonly to: string
  /** What speaks against the value; empty if nothing does. */
  readonly notes: readonly string[]
}

interface OptionGroupProps {
  readonly name: string
  /** The value of the product that is shown. */
  readonly chosen: string | undefined
  readonly lang?: string | undefined
  readonly isSamePage?: boolean
  readonly links: readonly OptionLink[]
}

export function OptionGroup({ name, chosen, lang, isSamePage = false, links }: OptionGroupProps) {
  return (
    <div className="option" role="group" aria-label={name}>
      <p className="caption" lang={lang}>
        <span>{name}</span>
        <span>: </span>
        <span className="option-chosen">{chosen}</span>
      </p>
      <ul className="cluster">
        {links.map(({ value, to, notes }) => (
          <li key={value}>
            <Link
              to={to}
              className="option-value"
              replaces={isSamePage}
              keepsScroll
              aria-current={value !== chosen ? undefined : isSamePage ? 'true' : 'page'}
              data-available={notes.length > 0 ? 'false' : undefined}
            >
              <span lang={lang}>{value}</span>
              {notes.length > 0 ? <span className="visually-hidden">{` (${notes.join(', ')})`}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Of several variants with this value, returns the one that has most other values in common with the chosen one. */
function findVariant(
  { variants }: ShownProduct,
  chosen: ProductVariant,
  position: number,
  value: string,
): ProductVariant {
  const similarity = (variant: ProductVariant) =>
    variant.optionValues.filter((other, index) => index !== position && other === chosen.optionValues[index]).length
  return variants
    .filter((variant) => variant.optionValues[position] === value)
    .reduce((best, variant) => (similarity(variant) > similarity(best) ? variant : best))
}
