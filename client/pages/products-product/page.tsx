import './page.css'
// What comes later brings no style sheet of its own.
import '../../widgets/data-table/data-table.css'
import '../../widgets/data-table/table-pagination.css'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { messages } from '../../../shared/messages/messages.ts'
import { contactPath } from '../../../shared/urls.ts'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { Price } from '../../components/price.tsx'
import { ProductGrid } from '../../components/product-card.tsx'
import type { PageProps } from '../../page-props.ts'
import { Deferred } from '../../runtime/deferred.tsx'
import { importOrReload } from '../../runtime/import-or-reload.ts'
import { Gallery } from './gallery.tsx'
import { Options } from './options.tsx'
import { RelatedPlaceholder } from './related-placeholder.tsx'
import { Share } from './share.tsx'
import { Specification } from './specification.tsx'

/** The table's library is as much as the rest of the page: the server draws the rows, and sorting comes later. */
const VariantsTable = lazy(() => importOrReload(() => import('./variants-table.tsx').then(({ VariantsTable: Table }) => ({ default: Table }))))

export function Page({ data }: PageProps<'products-product'>) {
  const { product, breadcrumb, related } = data
  const variant = product.variants.find(({ key }) => key === data.variantKey) ?? product.variants[0]
  return (
    <>
      <article className="section product">
        <Breadcrumb categories={breadcrumb} current={product.name} />
        <Gallery slug={product.slug} images={product.images} firstIndex={variant.imageIndex ?? 0} />
        <div className="product-facts">
          {product.brand ? <p className="caption">{product.brand}</p> : null}
          <h1>{product.name}</h1>
          <p className="product-price">
            <Price priceMinor={variant.priceMinor} compareAtMinor={variant.compareAtMinor} currency={product.currency} />
          </p>
          <p className={`product-availability caption is-${variant.availability}`}>{messages.availabilities[variant.availability]}</p>
          <Options product={product} chosen={variant} />
          <div className="product-actions">
            <Link to={contactPath(product.slug)} className="button button-primary">
              {messages.askAbout}
            </Link>
            <Share product={product} />
          </div>
          {product.description ? <div className="prose" dangerouslySetInnerHTML={{ __html: product.description }} /> : null}
          <Specification product={product} variant={variant} />
        </div>
      </article>
      {product.variants.length > 1 ? (
        <div className="section variants">
          <div className="section-head">
            <h2>{messages.variants}</h2>
          </div>
          <Suspense>
            <VariantsTable product={product} />
          </Suspense>
        </div>
      ) : null}
      <Deferred name="related" value={related} fallback={<RelatedPlaceholder />}>
        {(products) =>
          products.length > 0 ? (
            <section className="section related">
              <div className="section-head">
                <h2>{messages.related}</h2>
              </div>
              <ProductGrid products={products} />
            </section>
          ) : null
        }
      </Deferred>
    </>
  )
}
