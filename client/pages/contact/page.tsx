import './page.css'
import { Suspense, useLayoutEffect, useRef } from 'react'
import { ENQUIRY_ITEMS_MAX } from '../../../shared/enquiry-fields.ts'
import { phoneUrl } from '../../../shared/urls.ts'
import { useFrame, usePageNames, useMessages } from '../../base/context.tsx'
import type { PageProps } from '../../base/view.ts'
import { DescriptionItem } from '../../components/description-item.tsx'
import { EnquirySent } from './enquiry-review.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import { EnquiryLookup } from './enquiry-lookup.tsx'
import { PastedList } from './pasted-list.tsx'
import { useListedItems } from './use-listed-items.ts'

export function Page({ data }: PageProps<'contact'>) {
  const messages = useMessages()
  const names = usePageNames()
  const { site } = useFrame()
  const { email, phone, address } = site.contact
  const { country, openingHours } = data
  const { useAgain } = data.texts.takeAway
  const list = useListedItems(data.items, !data.returned && !data.lookup && !data.sentReference)
  const listRef = useRef(list)
  useLayoutEffect(() => {
    listRef.current = list
  })
  const hasAny = email || phone || address || openingHours.length > 0
  return (
    <div className="section">
      <header className="page-head">
        <h1>{names.contact}</h1>
        {data.items.length > 0 ? null : (
          <p className="lead">{phone && address ? messages.contactIntroduction : messages.contactNothing}</p>
        )}
      </header>
      {data.lookup ? <EnquiryLookup lookup={data.lookup} useAgainLabel={useAgain} /> : null}
      {data.isListCut ? <p>{messages.enquiry.listCut(ENQUIRY_ITEMS_MAX)}</p> : null}
      <div className="contact-parts">
        {data.sentReference ? (
          <EnquirySent reference={data.sentReference} />
        ) : (
          <div>
            <EnquiryForm data={data} list={list} />
            <PastedList data={data} listRef={listRef} />
          </div>
        )}
        {hasAny ? (
          <dl className="contact stack">
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
                <span>{address.streetAddress}</span>
                <br />
                <span>{`${address.postalCode} ${address.addressLocality}`}</span>
                <br />
                <span>{country}</span>
              </DescriptionItem>
            ) : null}
            {openingHours.length > 0 ? (
              <div>
                <dt className="caption">{messages.openingHours}</dt>
                {openingHours.map(({ days, times }) => (
                  <dd key={days + times} className="contact-hours cluster">
                    <span>{days}</span>
                    <span>{times}</span>
                  </dd>
                ))}
              </div>
            ) : null}
          </dl>
        ) : null}
      </div>
      {data.lookup ? null : (
        <Suspense>
          <EnquiryLookup lookup={null} useAgainLabel={useAgain} />
        </Suspense>
      )}
    </div>
  )
}
