import './page.css'
import './enquiry.css'
// Lazy chunks cannot load stylesheets.
import '../../widgets/pin-input/pin-input.css'
import { Suspense } from 'react'
import { ENQUIRY_ITEMS_MAX } from '../../../shared/enquiry-fields.ts'
import { writeItem } from '../../../shared/enquiry-items.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
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
        {data.items.length > 0 ? null : (
          <p className="lead">{hasAny ? messages.contactIntroduction : messages.contactNothing}</p>
        )}
      </header>
      {data.lookup ? <Lookup lookup={data.lookup} /> : null}
      {data.isListCut ? <p>{messages.enquiry.listCut(ENQUIRY_ITEMS_MAX)}</p> : null}
      {data.items.map((item) => (
        <AskedItem key={writeItem(item)} item={item} email={email} siteUrl={siteUrl} />
      ))}
      {data.sentReference ? (
        <EnquirySent reference={data.sentReference} />
      ) : (
        <EnquiryForm
          key={data.items.map(writeItem).join(' ')}
          items={data.items}
          returned={data.returned}
          openDays={data.openDays}
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

function Lookup({ lookup }: Pick<PageProps<'contact'>['data'], 'lookup'>) {
  return (
    <Suspense>
      <EnquiryLookup lookup={lookup} />
    </Suspense>
  )
}

function AskedItem({
  item,
  email,
  siteUrl,
}: {
  readonly item: ListedItem
  readonly email: string | null
  readonly siteUrl: string
}) {
  const messages = useMessages()
  const path = productPath(item.product, item.variant ?? '')
  const details = [item.quantity > 1 ? `${item.quantity} ×` : null, item.variantName, item.sku].filter(Boolean)
  const letter = `subject=${encodeURIComponent(messages.askSubject(item.name))}&body=${encodeURIComponent(`\n\n${siteUrl}${path}`)}`
  return (
    <section className="contact-product" aria-label={messages.askHeading}>
      {item.image ? <ProductImage image={item.image} isDecorative /> : null}
      <div>
        <p className="caption">{messages.askHeading}</p>
        <h2>{item.state === 'vanished' ? item.name : <Link to={path}>{item.name}</Link>}</h2>
        {details.length > 0 ? <p>{details.join(' · ')}</p> : null}
        {item.note ? <p>{item.note}</p> : null}
        {item.state === 'known' ? null : (
          <p>{item.state === 'vanished' ? messages.enquiry.vanished : messages.enquiry.variantVanished}</p>
        )}
        {email ? (
          <a className="quiet-link caption" href={`mailto:${email}?${letter}`}>
            {messages.writeMail}
          </a>
        ) : null}
      </div>
    </section>
  )
}
