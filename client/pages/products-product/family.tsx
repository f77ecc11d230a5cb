import { useMessages } from '../../base/context.tsx'
import { Link } from '../../base/link.tsx'
import type { ShownFamily } from '../../../shared/shown-product.ts'
import { productPath } from '../../../shared/urls.ts'
import { OptionGroup } from './options.tsx'

interface FamilyProps {
  readonly family: ShownFamily
}

/** Hover and focus still preload these links; there are too many to preload all that are in view. */
const PRELOADS_ON_INTENT = 'intent'

/** Links, for each size, to the products that have another value of it. */
export function FamilySizes({ family }: FamilyProps) {
  const products = placeProducts(family)
  return (
    <div className="family stack" data-preload={PRELOADS_ON_INTENT}>
      {family.axes.map(({ name }, axis) => (
        <Axis key={name} family={family} axis={axis === 0 ? 0 : 1} products={products} />
      ))}
    </div>
  )
}

/** The table is left out if most combinations do not exist. */
export function FamilyMatrix({ family }: FamilyProps) {
  const messages = useMessages()
  const [one, other] = family.axes
  if (!one || !other || one.values.length * other.values.length > family.products.length * CELLS_PER_PRODUCT)
    return null
  const heading = `${one.name} / ${other.name}`
  return (
    <section className="section family-matrix on-screen">
      <div className="section-head">
        <h2>{heading}</h2>
      </div>
      <div className="family-scroll" role="region" aria-label={heading} tabIndex={0} data-preload={PRELOADS_ON_INTENT}>
        <Matrix family={family} />
      </div>
      <p className="caption dot" data-available="false" aria-hidden="true">
        {messages.notAvailable}
      </p>
    </section>
  )
}

/** A matrix with more cells for each product would be mostly empty. */
const CELLS_PER_PRODUCT = 4

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

interface AxisProps extends FamilyProps {
  readonly axis: 0 | 1
  readonly products: readonly PlacedProduct[]
}

function Axis({ family: { axes, chosen }, axis, products }: AxisProps) {
  const messages = useMessages()
  const { name, values } = axes[axis]!
  const other = axis === 0 ? 1 : 0
  /** For each value, the product nearest to the chosen one in the other size. */
  const nearest: (PlacedProduct & { readonly distance: number })[] = []
  for (const product of products) {
    const distance = Math.abs(product.places[other] - (chosen[other] ?? 0))
    const known = nearest[product.places[axis]]
    if (!known || distance < known.distance) nearest[product.places[axis]] = { ...product, distance }
  }
  const links = values.flatMap((value, place) => {
    const found = nearest[place]
    if (!found) return []
    const otherValue = axes[other]?.values[found.places[other]]
    const notes = [
      ...(found.distance > 0 && otherValue ? [otherValue] : []),
      ...(found.isAvailable ? [] : [messages.notAvailable]),
    ]
    return [{ value, to: productPath(found.slug), notes }]
  })
  return <OptionGroup name={name} chosen={values[chosen[axis]!]} links={links} />
}

/** The size with more values is in the rows, because a page is longer than wide. */
function Matrix({ family }: FamilyProps) {
  const messages = useMessages()
  const { axes, chosen } = family
  const [inRows, inColumns] = axes[0]!.values.length > axes[1]!.values.length ? ([0, 1] as const) : ([1, 0] as const)
  const [rows, columns] = [axes[inRows]!, axes[inColumns]!]
  const products = new Map(
    placeProducts(family).map((product) => [
      product.places[inRows] * columns.values.length + product.places[inColumns],
      product,
    ]),
  )
  return (
    <table>
      <thead>
        <tr>
          <td>
            <span>{rows.name}</span>
            <span> / </span>
            <span>{columns.name}</span>
          </td>
          {columns.values.map((value) => (
            <th key={value} scope="col">
              {value}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.values.map((rowValue, row) => (
          <tr key={rowValue}>
            <th scope="row">{rowValue}</th>
            {columns.values.map((columnValue, column) => {
              const product = products.get(row * columns.values.length + column)
              const values = inRows === 0 ? [rowValue, columnValue] : [columnValue, rowValue]
              return (
                <td key={columnValue}>
                  {product ? (
                    <Link
                      className="dot"
                      to={productPath(product.slug)}
                      aria-label={`${values.join(', ')}${product.isAvailable ? '' : ` (${messages.notAvailable})`}`}
                      data-available={product.isAvailable ? undefined : 'false'}
                      aria-current={row === chosen[inRows] && column === chosen[inColumns] ? 'page' : undefined}
                    />
                  ) : null}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
