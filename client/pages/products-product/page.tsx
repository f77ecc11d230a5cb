import './page.css'
// Lazily loaded chunks do not load their style sheets, so these are imported here.
import '../../widgets/data-table/data-table.css'
import '../../widgets/data-table/table-pagination.css'
import { Suspense } from 'react'
import { contactPath } from '../../../shared/urls.ts'
import { AddToEnquiry } from '../../components/enquiry-list/add-to-enquiry.tsx'
import { CompareButton } from '../../components/comparison/compare-button.tsx'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { Price } from '../../components/price.tsx'
import { ProductSection } from '../../components/product-card.tsx'
import type { PageProps } from '../../base/page-component.ts'
import { Deferred } from '../../base/deferred.tsx'
import { lazyComponent } from '../../base/chunk-loading.ts'
import { chooseFirstPicture } from '../../../shared/shown-catalog.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { AskBar } from './ask-bar.tsx'
import { Gallery } from './gallery.tsx'
import { Options } from './options.tsx'
import { RelatedPlaceholder } from './related-placeholder.tsx'
import { Share } from './share.tsx'
import { Specification } from './specification.tsx'
import { Tags } from './tags.tsx'

/** Names longer than this get a smaller heading. */
const LONG_NAME = 60

/** The table is hydrated later, because scripts only add sorting and searching. */
const VariantsTable = lazyComponent(() => import('./variants-table.tsx'), 'VariantsTable')

export function Page({ data }: PageProps<'products-product'>) {
  const messages = useMessages()
  const { product, price, included, breadcrumb, related } = data
  const variant = product.variants.find(({ key }) => key === data.variantKey) ?? product.variants[0]
  const picture = chooseFirstPicture(product, data.variantKey)
  return (
    <>
      <article className="section product">
        <Breadcrumb categories={breadcrumb} current={product.name} />
        {picture ? (
          <Gallery slug={product.slug} images={product.images} first={picture} placeholder={data.placeholder} />
        ) : null}
        <div className="product-facts">
          {product.brand ? <p className="caption">{product.brand}</p> : null}
          <h1 data-long={product.name.length > LONG_NAME ? '' : undefined}>{product.name}</h1>
          <div className="product-price">
            <Price {...price} />
          </div>
          <p
            className="product-availability caption"
            data-availability={variant.availability}
            lang={messages.langAttribute}
          >
            {messages.availabilities[variant.availability]}
          </p>
          <Options product={product} chosen={variant} />
          <AddToEnquiry
            key={variant.key}
            slug={product.slug}
            name={product.name}
            variant={product.options.length > 0 ? variant.key : null}
          />
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
            <CompareButton slug={product.slug} name={product.name} />
            <Share key={variant.key} product={product} variant={variant} />
          </div>
          {product.shortDescription ? (
            <div className="prose product-summary" dangerouslySetInnerHTML={{ __html: product.shortDescription }} />
          ) : null}
        </div>
        {product.description ? (
          <div className="prose product-description" dangerouslySetInnerHTML={{ __html: product.description }} />
        ) : null}
        <div className="product-data">
          <Specification product={product} variant={variant} />
          <Tags otherCategories={data.otherCategories} tags={data.tags} />
        </div>
      </article>
      <ProductSection heading={messages.included} products={included} />
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
        {(products) => <ProductSection heading={messages.related} products={products} className="section related" />}
      </Deferred>
      <AskBar product={product} variant={variant} price={price} />
    </>
  )
}
