import './specification.css'
import { parsePath } from 'react-router-dom'
import type { ProductVariant } from '../../../shared/catalog.ts'
import { keepUnits } from '../../../shared/keep-units.ts'
import type { ShownProduct } from '../../../shared/shown-product.ts'
import { formatWeight } from '../../../shared/weight.ts'
import { matchPage } from '../../base/routes.tsx'
import { Link } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'

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
  const { locale } = useFrame().site
  const others = [
    [messages.weight, variant.weightGrams ? formatWeight(variant.weightGrams, locale) : null],
    ...furtherRows.map(({ name, value }) => [name, value] as const),
    [messages.condition, product.condition === 'NewCondition' ? null : messages.conditions[product.condition]],
    [messages.sku, variant.sku],
    [messages.gtin, variant.gtin],
    [messages.mpn, variant.mpn],
  ].flatMap(([name, value]) => (name && value ? [{ name, value, lang: undefined }] : []))
  const lang = product.langs?.specification
  const attributes = product.attributes.map(({ name, value }) => ({ name, value: keepUnits(value), lang }))
  const rows = [...attributes.filter(({ name, value }) => name && value), ...others]
  return (
    <>
      {rows.length > 0 ? (
        <section className="specification">
          <h2>{messages.specification}</h2>
          <table>
            <tbody>
              {rows.map(({ name, value, lang: rowLang }) => (
                <tr key={`${name}: ${value}`} lang={rowLang}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
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
                    {name}
                  </Link>
                ) : (
                  <a href={url} className="quiet-link" rel={url.startsWith('/') ? undefined : 'noopener nofollow'}>
                    {name}
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
