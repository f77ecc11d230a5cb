import './safety.css'
import type { ReactNode } from 'react'
import type { Company } from '../../../shared/site.ts'
import type { ShownSafety } from '../../../shared/shown-product.ts'
import { phoneUrl } from '../../../shared/urls.ts'
import { useMessages } from '../../base/messages-context.ts'
import { ProductImage } from '../../components/product-image.tsx'

export function Safety({
  safety: { manufacturer, responsiblePerson, information, pictograms, langs, texts },
}: {
  readonly safety: ShownSafety
}) {
  const { langAttribute } = useMessages()
  return (
    <section className="specification safety">
      <h2 lang={langAttribute}>{texts.heading}</h2>
      <dl>
        {manufacturer ? (
          <Entry term={texts.manufacturer}>
            <CompanyLines company={manufacturer} />
          </Entry>
        ) : null}
        {responsiblePerson ? (
          <Entry term={texts.responsiblePerson}>
            <CompanyLines company={responsiblePerson} />
          </Entry>
        ) : null}
        {information || pictograms.length > 0 ? (
          <Entry term={texts.information}>
            {pictograms.length > 0 ? (
              <ul className="cluster" lang={langs.pictograms}>
                {[...pictograms.entries()].map(([place, image]) => (
                  <li key={place}>
                    <ProductImage image={image} place="row" />
                  </li>
                ))}
              </ul>
            ) : null}
            {information ? (
              <p lang={langs.information} dir="auto">
                {information}
              </p>
            ) : null}
          </Entry>
        ) : null}
      </dl>
    </section>
  )
}

function Entry({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt lang={useMessages().langAttribute}>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CompanyLines({ company: { name, address, email, website, phone } }: { readonly company: Company }) {
  return (
    <>
      <p dir="auto">{name}</p>
      {address ? <p dir="auto">{address}</p> : null}
      {email ? <LinkLine href={`mailto:${email}`} text={email} /> : null}
      {website ? <LinkLine href={website} text={shorten(website)} rel="noopener nofollow" /> : null}
      {phone ? <LinkLine href={phoneUrl(phone)} text={phone} /> : null}
    </>
  )
}

function LinkLine({ href, text, rel }: { readonly href: string; readonly text: string; readonly rel?: string }) {
  return (
    <p>
      <a rel={rel} className="quiet-link" dir="ltr" href={href}>
        {text}
      </a>
    </p>
  )
}

function shorten(website: string): string {
  return website.replace(/^https:\/\//i, '').replace(/\/$/, '')
}
