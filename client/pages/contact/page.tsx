import './page.css'
import './enquiry.css'
import './pasted-list.css'
// Lazily loaded chunks do not load their style sheets.
import '../../widgets/datepicker/datepicker.css'
import '../../widgets/pin-input/pin-input.css'
import '../../components/take-away.css'
import { memo, Suspense, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { ENQUIRY_ITEMS_MAX } from '../../../shared/enquiry-fields.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
import { phoneUrl, productPath } from '../../../shared/urls.ts'
import { useFrame, usePageNames } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { UntranslatedContext } from '../../base/untranslated.tsx'
import type { PageProps } from '../../base/page-component.ts'
import { lazyComponent } from '../../base/chunk-loading.ts'
import { DescriptionItem } from './description-item.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import { ItemNotice } from './enquiry-items.tsx'
import { EnquirySent } from './enquiry-sent.tsx'
import { useListedItems } from './use-listed-items.ts'

/** Both parts are hydrated later, because few visitors use these forms, which also work without scripts. */
const PastedList = lazyComponent(() => import('./pasted-list.tsx'), 'PastedList')
const EnquiryLookup = lazyComponent(() => import('./enquiry-lookup.tsx'), 'EnquiryLookup')

export function Page({ data }: PageProps<'contact'>) {
  const messages = useMessages()
  const names = usePageNames()
  const { site, siteUrl } = useFrame()
  const { email, phone, address } = site.contact
  const { country, openingHours } = data
  const { useAgain } = data.texts.takeAway
  const list = useListedItems(data.items, !data.returned && !data.lookup && !data.sentReference)
  const listRef = useRef(list)
  useLayoutEffect(() => {
    listRef.current = list
  })
  const [first, ...others] = list.shown.flatMap(({ untranslated }) => untranslated ?? [])
  const untranslated = first && { ...first, texts: [first, ...others].flatMap(({ texts }) => texts) }
  const hasAny = email || phone || address || openingHours.length > 0
  return (
    <div className="section">
      <header className="page-head">
        <h1>{names.contact}</h1>
        {data.items.length > 0 ? null : (
          <p className="lead">{phone && address ? messages.contactIntroduction : messages.contactNothing}</p>
        )}
      </header>
      {data.lookup ? <Lookup lookup={data.lookup} useAgainLabel={useAgain} /> : null}
      {data.isListCut ? <p>{messages.enquiry.listCut(ENQUIRY_ITEMS_MAX)}</p> : null}
      <div className="contact-parts">
        {data.sentReference ? (
          <EnquirySent reference={data.sentReference} />
        ) : (
          <div>
            <Pasting pasted={data.pasted} texts={data.texts.pastedList} items={data.items} listRef={listRef} />
            <UntranslatedContext value={untranslated}>
              <EnquiryForm
                items={data.items}
                list={list}
                returned={data.returned}
                openDays={data.openDays}
                takeAwayTexts={data.texts.takeAway}
              />
            </UntranslatedContext>
          </div>
        )}
        {hasAny ? (
          <dl className="contact">
            {email ? (
              <DescriptionItem term={messages.email}>
                <a
                  className="quiet-link"
                  href={`mailto:${email}${list.asked.length > 0 ? writeMailQuery(list.asked, siteUrl + (site.base ?? ''), messages) : ''}`}
                >
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
                  <dd key={days + times} className="contact-hours">
                    <span>{days}</span>
                    <span>{times}</span>
                  </dd>
                ))}
              </div>
            ) : null}
          </dl>
        ) : null}
      </div>
      {data.lookup ? null : <Lookup lookup={null} useAgainLabel={useAgain} />}
    </div>
  )
}

// A navigation waits for the form of pasted lists, which would move the form of the enquiry down if it appeared later.
// Presses before hydration are repeated when these parts are loaded.
Page.loadParts = ({ items, lookup }: PageProps<'contact'>['data']) =>
  Promise.all([
    PastedList.load(),
    lookup && EnquiryLookup.load(),
    items.some(({ quantityTerms }) => quantityTerms) && ItemNotice.load(),
  ])

function writeMailQuery(items: readonly ListedItem[], siteUrl: string, { askSubject }: Messages): string {
  const links = items.map(({ product, variant }) => siteUrl + productPath(product, variant ?? ''))
  const names = items.map(({ name }) => name).join(', ')
  return `?subject=${encodeURIComponent(askSubject(names))}&body=${encodeURIComponent(`\n\n${links.join('\n')}`)}`
}

/**
 * If the page rendered these parts again while their chunk is loading, React would replace their HTML, and the
 * visitor's text would be lost.
 */
const Pasting = memo(function Pasting(props: ComponentProps<typeof PastedList>) {
  return (
    <Suspense>
      <PastedList {...props} />
    </Suspense>
  )
})

const Lookup = memo(function Lookup(props: ComponentProps<typeof EnquiryLookup>) {
  return (
    <Suspense>
      <EnquiryLookup {...props} />
    </Suspense>
  )
})
