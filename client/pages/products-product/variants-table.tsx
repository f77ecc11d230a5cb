import type { ProductVariant } from '../../../shared/catalog.ts'
import type { ProductPageData } from '../../../shared/page-data.ts'
import { ORDER_TERMS } from '../../../shared/order-terms.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ShownProduct, ShownVariant } from '../../../shared/shown-product.ts'
import { productPath } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { Price } from '../../components/price.tsx'
import { useFrame, useMessages } from '../../base/context.tsx'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { DataColumn } from '../../widgets/data-table/matching-rows.ts'

export function VariantsTable({ product, orderTerms }: Pick<ProductPageData, 'product' | 'orderTerms'>) {
  const messages = useMessages()
  const { locale } = useFrame().site
  return (
    <DataTable
      caption={messages.variants}
      columns={[...buildColumns(product, messages), ...buildOrderColumns(orderTerms, messages)]}
      locale={locale}
      rows={product.variants}
      getRowId={({ key }) => key}
    />
  )
}

function buildColumns(
  { slug, options, variants, discontinued, priceDisplay }: ShownProduct,
  messages: Messages,
): readonly DataColumn<ShownVariant>[] {
  const columns: DataColumn<ShownVariant>[] = [
    {
      id: 'variant',
      header: options.map(({ name }) => name).join(' / '),
      isRowHeader: true,
      value: nameOf,
      cell: (variant) => (
        <Link to={productPath(slug, variant.key)} replaces keepsScroll>
          {nameOf(variant)}
        </Link>
      ),
    },
    { id: 'sku', header: messages.sku, value: ({ sku }) => sku, cell: ({ sku }) => sku },
    {
      id: 'availability',
      header: messages.availability,
      value: ({ availability }) => messages.availabilities[availability],
      cell: ({ availability }) => messages.availabilities[availability],
    },
    {
      id: 'price',
      header: messages.price,
      isNumeric: true,
      value: ({ priceMinor }) => priceMinor,
      text: ({ price }) => price,
      cell: ({ price, formerPrice, details }) => <Price price={price} formerPrice={formerPrice} details={details} />,
    },
  ]
  const isUseful: Readonly<Record<string, boolean>> = {
    sku: variants.some(({ sku }) => sku),
    availability: !discontinued,
    // A product whose single prices are hidden has no prices on request either.
    price: priceDisplay !== 'from' && priceDisplay !== 'hidden',
  }
  return columns.filter(({ id }) => isUseful[id] ?? true)
}

function buildOrderColumns(
  names: ProductPageData['orderTerms'],
  { formatCount }: Messages,
): readonly DataColumn<ShownVariant>[] {
  return ORDER_TERMS.flatMap((term) => {
    const header = names?.[term]
    if (header === undefined) return []
    const write = (variant: ProductVariant) => {
      const value = variant[term]
      return typeof value === 'number' ? formatCount(value) : (value ?? null)
    }
    return [
      {
        id: term,
        header,
        isNumeric: term !== 'leadTime',
        value: (variant) => variant[term] ?? null,
        text: (variant) => write(variant) ?? '',
        cell: write,
      },
    ]
  })
}

function nameOf({ optionValues }: ProductVariant): string {
  return optionValues.join(' / ')
}
