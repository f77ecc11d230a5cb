import './family.css'
import { useSitePath } from '../../base/site-path.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ShownFamily } from '../../../shared/shown-product.ts'
import { productPath } from '../../../shared/urls.ts'
import { useCarriedPath } from '../../base/carried-list.tsx'
import { html, type Html } from '../../base/html.ts'
import { useMessages } from '../../base/messages-context.ts'
import { Marked, useMark } from '../../base/untranslated.tsx'

interface FamilyProps {
  readonly family: ShownFamily
}

/** Hover and focus still preload these links; there are too many to preload all that are in view. */
const PRELOADS_ON_INTENT = 'intent'

/** Links, for each size, to the products that have another value of it. */
export function FamilySizes({ family }: FamilyProps) {
  const messages = useMessages()
  const hrefOf = useProductHref()
  const mark = useMark()
  const products = placeProducts(family)
  const groups = family.axes.map((_, axis) => writeAxis(family, axis === 0 ? 0 : 1, products, hrefOf, mark, messages))
  return (
    <div
      className="family"
      data-preload={PRELOADS_ON_INTENT}
      dangerouslySetInnerHTML={html`${groups}`}
      suppressHydrationWarning
    />
  )
}

/** The table is left out if most combinations do not exist. */
export function FamilyMatrix({ family }: FamilyProps) {
  const messages = useMessages()
  const hrefOf = useProductHref()
  const mark = useMark()
  const [one, other] = family.axes
  if (!one || !other || one.values.length * other.values.length > family.products.length * CELLS_PER_PRODUCT)
    return null
  const heading = `${one.name} / ${other.name}`
  return (
    <section className="section family-matrix">
      <div className="section-head">
        <h2>
          <Marked text={heading} />
        </h2>
      </div>
      <div
        className="family-scroll"
        role="region"
        aria-label={heading}
        tabIndex={0}
        data-preload={PRELOADS_ON_INTENT}
        dangerouslySetInnerHTML={writeMatrix(family, hrefOf, mark, messages)}
        suppressHydrationWarning
      />
      <p className="caption" aria-hidden="true">
        {messages.notAvailable}
      </p>
    </section>
  )
}

type HrefOf = (slug: string) => string
type Mark = (text: string) => Html

function useProductHref(): HrefOf {
  const query = useCarriedPath('/').slice(1)
  const sitePath = useSitePath()
  return (slug) => sitePath(productPath(slug)) + query
}

/** A matrix with more cells for each product would be mostly empty. */
const CELLS_PER_PRODUCT = 4

const UNAVAILABLE = html` data-available="false"`
const CURRENT = html` aria-current="page"`

interface PlacedProduct {
  readonly slug: string
  readonly isAvailable: boolean
  /** Indexes of the product's values on the two axes. */
  readonly places: readonly [number, number]
}

function placeProducts({ axes, products }: ShownFamily): readonly PlacedProduct[] {
  const columns = axes[1]?.values.length ?? 1
  let cell = -1
  return products.map(([slug, isAvailable, step]) => {
    cell += step
    return { slug, isAvailable: isAvailable === 1, places: [Math.floor(cell / columns), cell % columns] }
  })
}

function writeAxis(
  { axes, chosen }: ShownFamily,
  axis: 0 | 1,
  products: readonly PlacedProduct[],
  hrefOf: HrefOf,
  mark: Mark,
  messages: Messages,
): Html {
  const { name, values } = axes[axis]!
  const other = axis === 0 ? 1 : 0
  /** For each value, the product nearest to the chosen one in the other size. */
  const nearest: (PlacedProduct & { readonly distance: number })[] = []
  for (const product of products) {
    const distance = Math.abs(product.places[other] - (chosen[other] ?? 0))
    const known = nearest[product.places[axis]]
    if (!known || distance < known.distance) nearest[product.places[axis]] = { ...product, distance }
  }
  const items = values.flatMap((value, place) => {
    const found = nearest[place]
    if (!found) return []
    const otherValue = axes[other]?.values[found.places[other]]
    const notes = [
      ...(found.distance > 0 && otherValue ? [otherValue] : []),
      ...(found.isAvailable ? [] : [messages.notAvailable]),
    ]
    const note = notes.length > 0 ? html`<span class="visually-hidden"> (${notes.join(', ')})</span>` : html``
    const state = html`${notes.length > 0 ? UNAVAILABLE : ''}${place === chosen[axis] ? CURRENT : ''}`
    // prettier-ignore
    return [html`<li><a href="${hrefOf(found.slug)}" class="option-value" data-keeps-scroll=""${state}>${mark(value)}${note}</a></li>`]
  })
  return html`<div class="option" role="group" aria-label="${name}">
    <p class="caption">${mark(name)}: <span class="option-chosen">${mark(values[chosen[axis]!] ?? '')}</span></p>
    <ul>
      ${items}
    </ul>
  </div>`
}

/** The size with more values is in the rows, because a page is longer than wide. */
function writeMatrix(family: ShownFamily, hrefOf: HrefOf, mark: Mark, messages: Messages): Html {
  const { axes, chosen } = family
  const [inRows, inColumns] = axes[0]!.values.length > axes[1]!.values.length ? ([0, 1] as const) : ([1, 0] as const)
  const [rows, columns] = [axes[inRows]!, axes[inColumns]!]
  const products = new Map(
    placeProducts(family).map((product) => [
      product.places[inRows] * columns.values.length + product.places[inColumns],
      product,
    ]),
  )
  const heads = columns.values.map((value) => html`<th scope="col">${mark(value)}</th>`)
  const body = rows.values.map((rowValue, row) => {
    const cells = columns.values.map((columnValue, column) => {
      const product = products.get(row * columns.values.length + column)
      if (!product) return html`<td></td>`
      const { slug, isAvailable } = product
      const values = inRows === 0 ? [rowValue, columnValue] : [columnValue, rowValue]
      const label = `${values.join(', ')}${isAvailable ? '' : ` (${messages.notAvailable})`}`
      const isCurrent = row === chosen[inRows] && column === chosen[inColumns]
      const state = html`${isAvailable ? '' : UNAVAILABLE}${isCurrent ? CURRENT : ''}`
      // White space would be a third of a large table.
      // prettier-ignore
      return html`<td><a href="${hrefOf(slug)}" aria-label="${label}"${state}></a></td>`
    })
    // prettier-ignore
    return html`<tr><th scope="row">${mark(rowValue)}</th>${cells}</tr>`
  })
  return html`<table>
    <thead>
      <tr>
        <td>${mark(rows.name)} / ${mark(columns.name)}</td>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`
}
