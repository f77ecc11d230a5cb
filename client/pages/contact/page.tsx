import './page.css'
import './enquiry.css'
// Lazy chunks have no style sheets, so those of lazy components are imported here.
import '../../widgets/pin-input/pin-input.css'
import { Suspense } from 'react'
import { phoneUrl, productPath } from '../../../shared/urls.ts'
import { Link } from '../../components/link.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { useFrame } from '../../frame-context.ts'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'
import { lazyComponent } from '../../runtime/chunk-loading.ts'
import { EnquiryForm } from './enquiry-form.tsx'
import { EnquirySent } from './enquiry-sent.tsx'
import { OpeningHours } from './opening-hours.tsx'

/** Hydrated later: few visitors look up an enquiry, and the form works without scripts. */
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
            <div>
              <dt className="caption">{messages.email}</dt>
              <dd>
                <a className="quiet-link" href={`mailto:${email}`}>
                  {email}
                </a>
              </dd>
            </div>
          ) : null}
          {phone ? (
            <div>
              <dt className="caption">{messages.phone}</dt>
              <dd>
                <a className="quiet-link" dir="ltr" href={phoneUrl(phone)}>
                  {phone}
                </a>
              </dd>
            </div>
          ) : null}
          {address ? (
            <div>
              <dt className="caption">{messages.address}</dt>
              <dd>
                {address.streetAddress}
                <br />
                {address.postalCode} {address.addressLocality}
                <br />
                {country}
              </dd>
            </div>
          ) : null}
          {openingHours.length > 0 ? <OpeningHours hours={openingHours} /> : null}
        </dl>
      ) : null}
      {data.lookup ? null : <Lookup lookup={null} />}
    </div>
  )
}

/** @returns product and variant of the enquiry; those of a returned form are kept even if the page cannot show them */
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

/** @returns name and article number of the variant, such as `Tenmoku · TO-BREAKF-TEN`; '' if there are none */
function describeVariant({ variant, sku }: AskedProductData): string {
  return [variant?.name, sku].filter(Boolean).join(' · ')
}

type AskedProductData = NonNullable<PageProps<'contact'>['data']['product']>

/** The product that the visitor asks about, with a link that starts an e-mail about it. */
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
      <ProductImage image={product.image} isDecorative />
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
