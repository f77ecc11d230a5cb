import './comparison.css'
import { useSitePath, useFrame, usePageNames, useMessages } from '../../base/context.tsx'
import { comparisonPath, productPath } from '../../../shared/urls.ts'
import { COMPARED_MAX } from '../../../shared/constants.ts'
import type { ComparisonRow, ShownComparison } from '../../../shared/shown-catalog.ts'
import { AddToEnquiry } from '../enquiry-list/add-to-enquiry.tsx'
import { Link } from '../../base/link.tsx'
import { PriceNotes } from '../price.tsx'
import { TakeAway } from '../take-away.tsx'
import { ProductImage } from '../product-image.tsx'
import { ProductName } from '../product-name.tsx'
import { setMarked, setMarks } from './marks.ts'

/** The URL has the products, so the comparison also works without scripts. */
export function Comparison({ comparison }: { readonly comparison: ShownComparison }) {
  const messages = useMessages()
  const { products, unknown, isCut } = comparison
  return (
    <>
      {unknown.length > 0 ? (
        <p className="comparison-note">
          {messages.comparison.unknown(unknown.map((slug) => messages.quoted(slug)).join(', '))}
        </p>
      ) : null}
      {isCut ? <p className="comparison-note">{messages.comparison.limit(COMPARED_MAX)}</p> : null}
      {products.length > 1 ? <ComparisonTable {...comparison} /> : <TooFew products={products} />}
    </>
  )
}

function TooFew({ products }: Pick<ShownComparison, 'products'>) {
  const messages = useMessages()
  const names = usePageNames()
  return (
    <div className="listing-empty">
      {products.map(({ slug, name, lang }) => (
        <Link key={slug} to={productPath(slug)} lang={lang}>
          {name}
        </Link>
      ))}
      <p className="lead">{messages.comparison.hint}</p>
      <Link to="/products" className="button button-primary">
        {names.allProducts}
      </Link>
    </div>
  )
}

function ComparisonTable({ products, rows, priceNotes, texts: takeAway }: ShownComparison) {
  const messages = useMessages()
  const { siteUrl } = useFrame()
  const sitePath = useSitePath()
  const texts = messages.comparison
  const equalCount = rows.filter(({ values }) => areEqual(values)).length
  const hidesEqual = equalCount > 0 && equalCount < rows.length
  const slugs = products.map(({ slug }) => slug)
  return (
    <div className="comparison">
      <div className="comparison-tools row on-screen">
        {hidesEqual ? (
          <label className="choice">
            <input type="checkbox" className="comparison-toggle" autoComplete="off" />
            <span>{texts.equalRows(equalCount)}</span>
          </label>
        ) : null}
        {equalCount === rows.length ? <p>{texts.allEqual}</p> : null}
        <Link to="/products" className="button" onClick={() => products.forEach((product) => setMarked(product, true))}>
          {texts.addMore}
        </Link>
        <Link to={comparisonPath([])} rel="nofollow" className="button" onClick={() => setMarks([])}>
          {texts.clear}
        </Link>
        <TakeAway
          name="comparison"
          texts={takeAway}
          writeRows={() => [
            [messages.name, ...products.map(({ name }) => name)],
            ...rows.map(({ name, values }) => [name, ...products.map((_product, index) => values[index] ?? '')]),
            [takeAway.address, ...slugs.map((slug) => siteUrl + sitePath(productPath(slug)))],
          ]}
        />
      </div>
      <div className="comparison-scroll" role="region" aria-label={texts.heading} tabIndex={0}>
        <table data-folded={hidesEqual ? '' : undefined}>
          <thead>
            <tr>
              <th scope="col" className="comparison-corner">
                <span className="visually-hidden">{messages.name}</span>
              </th>
              {products.map(({ slug, name, lang }) => (
                <th key={slug} scope="col">
                  <Link to={productPath(slug)} lang={lang}>
                    <ProductName name={name} />
                  </Link>
                  <Link
                    to={comparisonPath(slugs.filter((other) => other !== slug))}
                    rel="nofollow"
                    className="comparison-remove square on-screen"
                    aria-label={texts.remove(name)}
                    keepsScroll
                    onClick={() => setMarked({ slug, name }, false)}
                  >
                    ×
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.some(({ image }) => image) ? (
              <tr>
                <th scope="row">
                  <span>{messages.picture}</span>
                </th>
                {products.map(({ slug, image }) => (
                  <td key={slug} data-slug={slug}>
                    <ProductImage image={image} isDecorative isPriority />
                  </td>
                ))}
              </tr>
            ) : null}
            <tr className="comparison-enquiry on-screen">
              <th scope="row">
                <span>{messages.enquiryList.add}</span>
              </th>
              {products.map(({ slug, name }) => (
                <td key={slug}>
                  <AddToEnquiry slug={slug} name={name} variant={null} />
                </td>
              ))}
            </tr>
            {rows.map((row) => (
              <Row key={row.name} {...row} slugs={slugs} />
            ))}
          </tbody>
        </table>
      </div>
      <PriceNotes notes={priceNotes} />
    </div>
  )
}

/** Marks a row whose values differ. */
function Row({ name, values, isProse, langs, slugs }: ComparisonRow & { readonly slugs: readonly string[] }) {
  const { differs } = useMessages().comparison
  const isEqual = areEqual(values)
  return (
    <tr data-equal={isEqual ? '' : undefined}>
      <th scope="row">
        <span>
          <span>{name}</span>
          {isEqual ? null : (
            <>
              {' '}
              <abbr role="img" aria-label={differs} title={differs}>
                ≠
              </abbr>
            </>
          )}
        </span>
      </th>
      {slugs.map((slug, index) => {
        const value = values[index] || '–'
        return (
          <td key={slug}>
            {isProse ? (
              <div className="comparison-prose" lang={langs?.[index]}>
                {value}
              </div>
            ) : (
              value
            )}
          </td>
        )
      })}
    </tr>
  )
}

function areEqual(values: readonly string[]): boolean {
  return new Set(values).size === 1
}
