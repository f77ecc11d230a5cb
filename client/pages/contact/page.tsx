import './page.css'
import './enquiry.css'
// What comes later brings no style sheet of its own.
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

/** Few look an enquiry up, and its form works as it is. */
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
          asked={describeAsked(data)}
          opening={data.product?.variant ? `${data.product.name}, ${describeVariant(data.product)}\n` : ''}
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

/** What is asked about stays in a form that comes back, even if the page cannot show it. */
function describeAsked({ product, returned }: PageProps<'contact'>['data']) {
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

/** `Tenmoku · TO-BREAKF-TEN`; '' where there is nothing to tell apart. */
function describeVariant({ variant, sku }: AskedProductData): string {
  return [variant?.name, sku].filter(Boolean).join(' · ')
}

type AskedProductData = NonNullable<PageProps<'contact'>['data']['product']>

/** The product that a visitor came from, and a letter begun for them. */
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
