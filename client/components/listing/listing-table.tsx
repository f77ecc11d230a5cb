import { Link } from 'react-router-dom'
import type { ProductCard } from '../../../shared/catalog.ts'
import { messages } from '../../../shared/messages/en.ts'
import { productPath } from '../../../shared/urls.ts'
import { Price } from '../price.tsx'
import { ProductImage } from '../product-image.tsx'
import { TravellingPicture } from '../travelling-picture.tsx'

/** The listing for those who compare. Where it is too wide, it scrolls in a region of its own. */
export function ListingTable({ products }: { readonly products: readonly ProductCard[] }) {
  return (
    <div className="table-scroll" role="region" aria-label={messages.products} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{messages.picture}</span>
            </th>
            <th scope="col">{messages.name}</th>
            <th scope="col">{messages.brand}</th>
            <th scope="col">{messages.category}</th>
            <th scope="col">{messages.sku}</th>
            <th scope="col">{messages.availability}</th>
            <th scope="col">{messages.price}</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.slug}>
              <td>
                <TravellingPicture slug={product.slug}>
                  <ProductImage image={product.image} isDecorative />
                </TravellingPicture>
              </td>
              <th scope="row">
                <Link to={productPath(product.slug)}>{product.name}</Link>
              </th>
              <td>{product.brand}</td>
              <td>{product.categoryName}</td>
              <td>{product.sku}</td>
              <td>{messages.availabilities[product.availability]}</td>
              <td>
                <Price
                  priceMinor={product.priceFromMinor}
                  compareAtMinor={product.compareAtMinor}
                  currency={product.currency}
                  isFrom={product.priceFromMinor !== product.priceToMinor}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
