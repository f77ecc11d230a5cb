import './page.css'
import { Suspense } from 'react'
import { contactPath, productPath } from '../../../shared/urls.ts'
import { AddToEnquiry } from '../../components/enquiry-list/add-to-enquiry.tsx'
import { CompareButton } from '../../components/comparison/compare-controls.tsx'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { isAmount, Price, PriceNotes } from '../../components/price.tsx'
import { ProductSection } from '../../components/product-card.tsx'
import type { PageProps } from '../../base/view.ts'
import { Deferred } from '../../base/deferred.tsx'
import { chooseFirstPicture, type Discontinued } from '../../../shared/shown-product.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { AskBar, Share } from './share-and-ask.tsx'
import { FamilyMatrix, FamilySizes } from './family.tsx'
import { Gallery } from './gallery.tsx'
import { Options } from './options.tsx'
import { Safety, Specification, Tags } from './specification.tsx'
import { VariantsTable } from './variants-table.tsx'
import { RELATED_PRODUCTS_COUNT } from '../../../shared/constants.ts'

/** Names longer than this get a smaller heading. */
const LONG_NAME = 60

export function Page({ data }: PageProps<'products-product'>) {
  const messages = useMessages()
  const { product, price, included, family, breadcrumb, related } = data
  const { langs = {} } = product
  const variant = product.variants.find(({ key }) => key === data.variantKey) ?? product.variants[0]
  const picture = chooseFirstPicture(product, data.variantKey)
  return (
    <>
      <article className="section product">
        <Breadcrumb categories={breadcrumb} current={product.name} lang={langs.name} />
        {picture ? (
          <Gallery slug={product.slug} images={product.images} first={picture} placeholder={data.placeholder} />
        ) : null}
        <div className="product-facts stack">
          {product.brand ? <p className="caption">{product.brand}</p> : null}
          <h1 data-long={product.name.length > LONG_NAME ? '' : undefined} lang={langs.name}>
            {product.name}
          </h1>
          {price.price ? (
            <div className="product-price">
              <Price {...price} />
              <PriceNotes notes={data.priceNotes} />
            </div>
          ) : null}
          {data.discontinued ? (
            <DiscontinuedNotice discontinued={data.discontinued} />
          ) : (
            <p
              className="product-availability dot caption"
              data-availability={variant.availability}
              data-available={variant.availability === 'InStock' ? undefined : 'false'}
              lang={messages.langAttribute}
            >
              {messages.availabilities[variant.availability]}
            </p>
          )}
          <Options product={product} chosen={variant} />
          <AddToEnquiry
            key={variant.key}
            slug={product.slug}
            variant={product.options.length > 0 ? variant.key : null}
            terms={data.quantityTerms}
          />
          {data.orderLine ? (
            <p className="caption product-order-terms" lang={messages.langAttribute}>
              {data.orderLine}
            </p>
          ) : null}
          <div className="cluster">
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
          {/* Many sizes would push the form out of a phone's window. */}
          {family ? <FamilySizes family={family} /> : null}
          {product.shortDescription ? (
            <div
              className="prose product-summary"
              lang={langs.shortDescription}
              dangerouslySetInnerHTML={{ __html: product.shortDescription }}
            />
          ) : null}
        </div>
        {product.description ? (
          <div
            className="prose product-description"
            lang={langs.description}
            dangerouslySetInnerHTML={{ __html: product.description }}
          />
        ) : null}
        <div className="product-data">
          <Specification product={product} facts={data.facts} />
          {data.safety ? <Safety {...data.safety} /> : null}
          <Tags otherCategories={data.otherCategories} tags={data.tags} />
        </div>
      </article>
      {family ? <FamilyMatrix family={family} /> : null}
      <ProductSection heading={messages.included} products={included} />
      {product.variants.length > 1 ? (
        <div className="section">
          <div className="section-head">
            <h2>{messages.variants}</h2>
          </div>
          {/* The table is hydrated later, because scripts only add sorting and searching. */}
          <Suspense>
            <VariantsTable product={product} orderTerms={data.orderTerms} />
          </Suspense>
        </div>
      ) : null}
      <Deferred value={related} fallback={<RelatedPlaceholder />}>
        {(products) => (
          <>
            <ProductSection heading={messages.related} products={products} className="section related on-screen" />
            {products.some(({ price: other }) => isAmount(other, messages)) ? (
              <PriceNotes notes={data.listNotes} isSection />
            ) : null}
          </>
        )}
      </Deferred>
      <AskBar product={product} variant={variant} price={price} />
    </>
  )
}

function DiscontinuedNotice({ discontinued: { notice, successor } }: { readonly discontinued: Discontinued }) {
  const { langAttribute } = useMessages()
  return (
    <div className="product-discontinued">
      <p lang={langAttribute}>{notice}</p>
      {successor ? (
        <p>
          <span lang={langAttribute}>{successor.label}</span>{' '}
          <Link to={productPath(successor.slug)} lang={successor.lang}>
            {successor.name}
          </Link>
        </p>
      ) : null}
    </div>
  )
}

function RelatedPlaceholder() {
  const messages = useMessages()
  return (
    <section className="section related on-screen" aria-busy="true" aria-label={messages.related}>
      <div className="section-head">
        <h2>{messages.related}</h2>
      </div>
      <div className="product-grid" aria-hidden="true">
        {Array.from({ length: RELATED_PRODUCTS_COUNT }, (_, index) => (
          <div key={index} className="card">
            <span className="picture" />
            <span className="card-name">&nbsp;</span>
            <p className="card-price">&nbsp;</p>
          </div>
        ))}
      </div>
    </section>
  )
}
