import './specification.css'
import { parsePath } from 'react-router-dom'
import type { ProductAttribute, ProductVariant } from '../../../shared/catalog.ts'
import { keepUnits } from '../../../shared/keep-units.ts'
import type { ShownProduct } from '../../../shared/shown-product.ts'
import { formatWeight } from '../../../shared/weight.ts'
import { matchPage } from '../../base/routes.tsx'
import { Link } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { Marked, useMark } from '../../base/untranslated.tsx'

export function Specification({
  product,
  variant,
  furtherRows,
}: {
  readonly product: ShownProduct
  readonly variant: ProductVariant
  readonly furtherRows: readonly { readonly name: string; readonly value: string }[]
}) {
  const messages = useMessages()
  const mark = useMark()
  const { locale } = useFrame().site
  const others = [
    [messages.weight, variant.weightGrams ? formatWeight(variant.weightGrams, locale) : null],
    ...furtherRows.map(({ name, value }) => [name, value] as const),
    [messages.condition, product.condition === 'NewCondition' ? null : messages.conditions[product.condition]],
    [messages.sku, variant.sku],
    [messages.gtin, variant.gtin],
    [messages.mpn, variant.mpn],
  ].flatMap(([name, value]) => (name && value ? [{ name, value }] : []))
  const attributes = product.attributes.map((attribute) => ({ ...attribute, value: keepUnits(attribute.value) }))
  const rows: readonly ProductAttribute[] = [...attributes.filter(({ name, value }) => name && value), ...others]
  return (
    <>
      {rows.length > 0 ? (
        <section className="specification">
          <h2>{messages.specification}</h2>
          <table>
            <tbody>
              {rows.map(({ name, value }) => (
                <tr key={`${name}: ${value}`}>
                  <th scope="row">{mark(name)}</th>
                  <td>{mark(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {product.documents.length > 0 ? (
        <section className="specification">
          <h2>{messages.documents}</h2>
          <ul>
            {product.documents.map(({ name, url, note }) => (
              <li key={url}>
                {matchPage(parsePath(url).pathname ?? '') ? (
                  <Link to={url} className="quiet-link">
                    <Marked text={name} />
                  </Link>
                ) : (
                  <a href={url} className="quiet-link" rel={url.startsWith('/') ? undefined : 'noopener nofollow'}>
                    <Marked text={name} />
                  </a>
                )}
                {note === undefined ? null : <span className="document-note">{note}</span>}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
