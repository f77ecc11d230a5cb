import './specification.css'
import { parsePath } from 'react-router-dom'
import type { ShownSafety, NamedValue } from '../../../shared/shown-product.ts'
import { matchPage } from '../../base/routes.tsx'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import type { ProductPageData } from '../../../shared/page-data.ts'
import { categoryPath, phoneUrl } from '../../../shared/urls.ts'
import type { Company } from '../../../shared/site.ts'
import { DescriptionItem } from '../../components/description-item.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { keepUnits } from '../../../shared/keep-units.ts'

export function Specification({ product, facts }: Pick<ProductPageData, 'product' | 'facts'>) {
  const messages = useMessages()
  const { attributes, documents, langs } = product
  const shown = attributes.filter(({ name, value }) => name && value)
  return (
    <>
      {shown.length + facts.length > 0 ? (
        <section className="specification">
          <h2>{messages.specification}</h2>
          <table>
            <tbody>
              {shown.map(({ name, value }) => (
                <Row key={`${name}: ${value}`} name={name} value={keepUnits(value)} lang={langs?.specification} />
              ))}
              {facts.map((fact) => (
                <Row key={fact.name} {...fact} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {documents.length > 0 ? (
        <section className="specification">
          <h2>{messages.documents}</h2>
          <ul>
            {documents.map(({ name, url, note }) => (
              <li key={url}>
                {matchPage(parsePath(url).pathname ?? '') ? (
                  <Link to={url} className="quiet-link">
                    {name}
                  </Link>
                ) : (
                  <a href={url} className="quiet-link" rel={url.startsWith('/') ? undefined : 'noopener nofollow'}>
                    {name}
                  </a>
                )}
                {note === undefined ? null : <span className="document-note caption">{note}</span>}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function Row({ name, value, lang }: NamedValue & { readonly lang?: string | undefined }) {
  return (
    <tr lang={lang}>
      <th scope="row">{name}</th>
      <td>{value}</td>
    </tr>
  )
}

export function Tags({ otherCategories, tags }: Pick<ProductPageData, 'otherCategories' | 'tags'>) {
  const messages = useMessages()
  if (otherCategories.length === 0 && tags.length === 0) return null
  return (
    <dl className="tags caption">
      {otherCategories.length > 0 ? (
        <div className="cluster">
          <dt lang={messages.langAttribute}>{messages.alsoIn}</dt>
          {otherCategories.map(({ slug, name, lang }) => (
            <dd key={slug} lang={lang}>
              <Link to={categoryPath(slug)}>{name}</Link>
            </dd>
          ))}
        </div>
      ) : null}
      {tags.length > 0 ? (
        <div className="cluster">
          <dt lang={messages.langAttribute}>{messages.tags}</dt>
          {tags.map(({ name, filter }) => (
            <dd key={name}>
              {filter === null ? (
                name
              ) : (
                <Link to={`/products?${new URLSearchParams({ [LISTING_KEYS.tags]: filter })}`} rel="nofollow">
                  {name}
                </Link>
              )}
            </dd>
          ))}
        </div>
      ) : null}
    </dl>
  )
}

export function Safety({ manufacturer, responsiblePerson, information, pictograms, langs, texts }: ShownSafety) {
  const { langAttribute } = useMessages()
  return (
    <section className="specification safety">
      <h2 lang={langAttribute}>{texts.heading}</h2>
      <dl>
        {manufacturer ? (
          <DescriptionItem term={texts.manufacturer}>
            <CompanyLines company={manufacturer} />
          </DescriptionItem>
        ) : null}
        {responsiblePerson ? (
          <DescriptionItem term={texts.responsiblePerson}>
            <CompanyLines company={responsiblePerson} />
          </DescriptionItem>
        ) : null}
        {information || pictograms.length > 0 ? (
          <DescriptionItem term={texts.information}>
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
          </DescriptionItem>
        ) : null}
      </dl>
    </section>
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
