import './page.css'
// Lazy chunks have no style sheets, so those of lazy components are imported here.
import '../../widgets/data-table/data-table.css'
import '../../widgets/data-table/table-pagination.css'
import { Suspense } from 'react'
import { contactPath } from '../../../shared/urls.ts'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { Price } from '../../components/price.tsx'
import { ProductGrid } from '../../components/product-card.tsx'
import type { PageProps } from '../../pages.ts'
import { Deferred } from '../../runtime/deferred.tsx'
import { lazyComponent } from '../../runtime/chunk-loading.ts'
import { chooseFirstPicture } from '../../../shared/shown-catalog.ts'
import { Link } from '../../components/link.tsx'
import { useMessages } from '../../messages-context.ts'
import { Gallery } from './gallery.tsx'
import { Options } from './options.tsx'
import { RelatedPlaceholder } from './related-placeholder.tsx'
import { Share } from './share.tsx'
import { Specification } from './specification.tsx'

/** Names longer than this many characters get a smaller heading. */
const LONG_NAME = 60

/** Hydrated later: the server renders the rows, and the scripts only add sorting and searching. */
const VariantsTable = lazyComponent(() => import('./variants-table.tsx'), 'VariantsTable')

export function Page({ data }: PageProps<'products-product'>) {
  const messages = useMessages()
  const { product, price, included, breadcrumb, related } = data
  const variant = product.variants.find(({ key }) => key === data.variantKey) ?? product.variants[0]
  return (
    <>
      <article className="section product">
        <Breadcrumb categories={breadcrumb} current={product.name} />
        <Gallery
          slug={product.slug}
          images={product.images}
          first={chooseFirstPicture(product, data.variantKey)}
          placeholder={data.firstLook}
        />
        <div className="product-facts">
          {product.brand ? <p className="caption">{product.brand}</p> : null}
          <h1 data-long={product.name.length > LONG_NAME ? '' : undefined}>{product.name}</h1>
          <p className="product-price">
            <Price {...price} />
          </p>
          <p
            className="product-availability caption"
            data-availability={variant.availability}
            lang={messages.langAttribute}
          >
            {messages.availabilities[variant.availability]}
          </p>
          {product.shortDescription ? (
            <div className="prose product-summary" dangerouslySetInnerHTML={{ __html: product.shortDescription }} />
          ) : null}
          <Options product={product} chosen={variant} />
          <div className="product-actions">
            {product.externalLink ? (
              <a href={product.externalLink.href} className="button button-primary" rel="noopener nofollow">
                {product.externalLink.label}
              </a>
            ) : null}
            <Link
              to={contactPath(product.slug, variant.key)}
              className={product.externalLink ? 'button' : 'button button-primary'}
              lang={messages.langAttribute}
            >
              {messages.askAbout}
            </Link>
            <Share product={product} />
          </div>
          {product.description ? (
            <div className="prose" dangerouslySetInnerHTML={{ __html: product.description }} />
          ) : null}
          <Specification product={product} variant={variant} />
        </div>
      </article>
      {included.length > 0 ? (
        <section className="section">
          <div className="section-head">
            <h2>{messages.included}</h2>
          </div>
          <ProductGrid products={included} />
        </section>
      ) : null}
      {product.variants.length > 1 ? (
        <div className="section">
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
