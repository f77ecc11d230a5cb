import './page.css'
import './enquiry.css'
// Lazy chunks cannot load stylesheets.
import '../../widgets/pin-input/pin-input.css'
import { Suspense } from 'react'
import { phoneUrl, productPath } from '../../../shared/urls.ts'
import { Link } from '../../components/link.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { useFrame } from '../../frame-context.ts'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'
import { lazyComponent } from '../../runtime/chunk-loading.ts'
import { DescriptionItem } from './description-item.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import { EnquirySent } from './enquiry-sent.tsx'

/** Hydrated later, because few visitors look up an enquiry and the form works without scripts. */
const EnquiryLookup = lazyComponent(() => import('./enquiry-lookup.tsx'), 'EnquiryLookup')

export function Page({ data }: PageProps<'contact'>) {
  const messages = useMessages()
  const { site, siteUrl } = useFrame()
  const { email, phone, address } = site.contact
  const { country, openingHours } = data
  const hasAny = email || phone || address || openingHours.length > 0
  return (
    <div className="section">
      <header className="page-head">
        <h1>{messages.contact}</h1>
        {data.product ? null : (
          <p className="lead">{hasAny ? messages.contactIntroduction : messages.contactNothing}</p>
        )}
      </header>
      {data.lookup ? <Lookup lookup={data.lookup} /> : null}
      {data.product ? <AskedProduct product={data.product} email={email} siteUrl={siteUrl} /> : null}
      {data.sentReference ? (
        <EnquirySent reference={data.sentReference} />
      ) : (
        <EnquiryForm
          key={`${data.product?.slug} ${data.product?.variant?.key}`}
          subject={findSubject(data)}
          initialRequest={data.product?.variant ? `${data.product.name}, ${describeVariant(data.product)}\n` : ''}
          returned={data.returned}
        />
      )}
      {hasAny ? (
        <dl className="contact">
          {email ? (
            <DescriptionItem term={messages.email}>
              <a className="quiet-link" href={`mailto:${email}`}>
                {email}
              </a>
            </DescriptionItem>
          ) : null}
          {phone ? (
            <DescriptionItem term={messages.phone}>
              <a className="quiet-link" dir="ltr" href={phoneUrl(phone)}>
                {phone}
              </a>
            </DescriptionItem>
          ) : null}
          {address ? (
            <DescriptionItem term={messages.address}>
              {address.streetAddress}
              <br />
              {address.postalCode} {address.addressLocality}
              <br />
              {country}
            </DescriptionItem>
          ) : null}
          {openingHours.length > 0 ? (
            <div>
              <dt className="caption">{messages.openingHours}</dt>
              {openingHours.map(({ days, times }) => (
                <dd key={days + times} className="contact-hours">
                  <span>{days}</span>
                  <span>{times}</span>
                </dd>
              ))}
            </div>
          ) : null}
        </dl>
      ) : null}
      {data.lookup ? null : <Lookup lookup={null} />}
    </div>
  )
}

/** A rejected form keeps its product and variant, even if the page cannot show them. */
function findSubject({ product, returned }: PageProps<'contact'>['data']) {
  const sent = returned?.errors.product ? undefined : returned?.values
  return { product: product?.slug ?? sent?.product ?? '', variant: product?.variant?.key ?? sent?.variant ?? '' }
}

function Lookup({ lookup }: Pick<PageProps<'contact'>['data'], 'lookup'>) {
  return (
    <Suspense>
      <EnquiryLookup lookup={lookup} />
    </Suspense>
  )
}

/** @returns 'Tenmoku · TO-BREAKF-TEN', or '' */
function describeVariant({ variant, sku }: AskedProductData): string {
  return [variant?.name, sku].filter(Boolean).join(' · ')
}

type AskedProductData = NonNullable<PageProps<'contact'>['data']['product']>

function AskedProduct({
  product,
  email,
  siteUrl,
}: {
  readonly product: AskedProductData
  readonly email: string | null
  readonly siteUrl: string
}) {
  const messages = useMessages()
  const path = productPath(product.slug, product.variant?.key)
  const variant = describeVariant(product)
  const letter = `subject=${encodeURIComponent(messages.askSubject(product.name))}&body=${encodeURIComponent(`\n\n${siteUrl}${path}`)}`
  return (
    <section className="contact-product" aria-label={messages.askHeading}>
      {product.image ? <ProductImage image={product.image} isDecorative /> : null}
      <div>
        <p className="caption">{messages.askHeading}</p>
        <h2>
          <Link to={path}>{product.name}</Link>
        </h2>
        {variant ? <p>{variant}</p> : null}
        {email ? (
          <a className="quiet-link caption" href={`mailto:${email}?${letter}`}>
            {messages.writeMail}
          </a>
        ) : null}
      </div>
    </section>
  )
}
