import type { NamedValue, ShownSheet } from '../../../shared/shown-product.ts'
import { phoneUrl, productPath } from '../../../shared/urls.ts'
import { useFrame } from '../../base/frame-context.ts'
import { html, type Html } from '../../base/html.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { Marked, useMark } from '../../base/untranslated.tsx'
import { Price } from '../../components/price.tsx'
import { PriceNotes } from '../../components/price-notes.tsx'
import { ProductImage } from '../../components/product-image.tsx'

type Mark = (text: string) => Html

/** Shows what fits on two printed pages. Only the button needs scripts. */
export function Sheet({ sheet }: { readonly sheet: ShownSheet }) {
  const messages = useMessages()
  const { slug, variantKey, name, brand, image, summary, family, discontinued, variants, documents, url, texts } = sheet
  const mark = useMark()
  return (
    <article className="section sheet">
      <div className="sheet-tools" lang={messages.langAttribute}>
        <Link to={productPath(slug, variantKey)}>{texts.back}</Link>
        <button type="button" className="button" onClick={() => window.print()}>
          {texts.print}
        </button>
      </div>
      {brand ? <p className="caption">{brand}</p> : null}
      <h1 lang={sheet.langs?.name}>{name}</h1>
      <div className="sheet-top">
        {image ? <ProductImage image={image} place="gallery" isWhole isPriority /> : null}
        <div className="sheet-facts">
          {sheet.price ? (
            <p className="sheet-price">
              <Price {...sheet} />
            </p>
          ) : null}
          <PriceNotes notes={sheet.priceNotes} />
          {discontinued ? <Notice discontinued={discontinued} /> : null}
          <Rows rows={sheet.facts} />
        </div>
        <svg
          className="sheet-code"
          viewBox={`-4 -4 ${sheet.code.size + 8} ${sheet.code.size + 8}`}
          role="img"
          aria-label={texts.code}
          lang={messages.langAttribute}
        >
          <path d={sheet.code.path} />
        </svg>
      </div>
      <p className="sheet-url">
        <a href={url}>{url}</a>
      </p>
      {summary ? <p lang={sheet.langs?.summary}>{summary}</p> : null}
      {family ? (
        <p>
          <Marked text={family} />
        </p>
      ) : null}
      {sheet.rows.length > 0 ? (
        <section>
          <h2 lang={messages.langAttribute}>{messages.specification}</h2>
          <Rows rows={sheet.rows} />
          <Note text={sheet.rowsNote} />
        </section>
      ) : null}
      {variants ? (
        <section>
          <h2 lang={messages.langAttribute}>{messages.variants}</h2>
          <div className="sheet-variants" role="region" aria-label={messages.variants} tabIndex={0}>
            <table dangerouslySetInnerHTML={writeVariants(variants, mark)} />
          </div>
          <Note text={variants.note} />
        </section>
      ) : null}
      {documents.length > 0 ? (
        <section>
          <h2 lang={messages.langAttribute}>{messages.documents}</h2>
          <dl className="sheet-documents" dangerouslySetInnerHTML={writeDocuments(documents, mark)} />
          <Note text={sheet.documentsNote} />
        </section>
      ) : null}
      <Contact />
    </article>
  )
}

function Notice({
  discontinued: { notice, successor },
}: {
  readonly discontinued: NonNullable<ShownSheet['discontinued']>
}) {
  const { langAttribute } = useMessages()
  return (
    <p>
      <strong lang={langAttribute}>{notice}</strong>
      {successor ? (
        <>
          {' '}
          <span lang={langAttribute}>{successor.label}</span>{' '}
          <Link to={productPath(successor.slug)} lang={successor.lang}>
            {successor.name}
          </Link>
        </>
      ) : null}
    </p>
  )
}

function Rows({ rows }: { readonly rows: readonly NamedValue[] }) {
  const mark = useMark()
  if (rows.length === 0) return null
  const written = rows.map(
    ({ name, value }) =>
      html`<div>
        <dt>${mark(name)}</dt>
        <dd>${mark(value)}</dd>
      </div>`,
  )
  return <dl dangerouslySetInnerHTML={html`${written}`} />
}

function Note({ text }: { readonly text: string | null }) {
  const { langAttribute } = useMessages()
  return text ? (
    <p className="caption" lang={langAttribute}>
      {text}
    </p>
  ) : null
}

function writeVariants({ heads, rows }: NonNullable<ShownSheet['variants']>, mark: Mark): Html {
  const head = heads.map((text) => html`<th scope="col">${mark(text)}</th>`)
  const body = rows.map(([name = '', ...cells]) => {
    const others = cells.map((text) => html`<td>${text}</td>`)
    return html`<tr>
      <th scope="row">${mark(name)}</th>
      ${others}
    </tr>`
  })
  return html`<thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>`
}

function writeDocuments(documents: ShownSheet['documents'], mark: Mark): Html {
  const rows = documents.map(
    ({ name, value, url }) =>
      html`<div>
        <dt>${mark(name)}</dt>
        <dd><a href="${url}" rel="noopener nofollow">${value}</a></dd>
      </div>`,
  )
  return html`${rows}`
}

/** The sheet says how to reach the shop, because the footer is not printed. */
function Contact() {
  const { site, siteUrl } = useFrame()
  const { email, phone, address } = site.contact
  return (
    <address className="sheet-contact">
      <strong>{site.name}</strong>
      {address ? (
        <span>
          {address.streetAddress}, {address.postalCode} {address.addressLocality}
        </span>
      ) : null}
      {phone ? (
        <a dir="ltr" href={phoneUrl(phone)}>
          {phone}
        </a>
      ) : null}
      {email ? <a href={`mailto:${email}`}>{email}</a> : null}
      <a href={siteUrl + (site.base ?? '')}>{siteUrl + (site.base ?? '')}</a>
    </address>
  )
}
