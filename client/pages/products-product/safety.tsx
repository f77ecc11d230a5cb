import './safety.css'
import type { Company } from '../../../shared/site.ts'
import type { ShownSafety } from '../../../shared/shown-product.ts'
import { phoneUrl } from '../../../shared/urls.ts'
import { html, type Html } from '../../base/html.ts'
import { useMessages } from '../../base/messages-context.ts'
import { writeProductImage } from '../../components/product-image.tsx'

export function Safety({ safety }: { readonly safety: ShownSafety }) {
  const { langAttribute } = useMessages()
  return (
    <section className="specification safety">
      <h2 lang={langAttribute}>{safety.texts.heading}</h2>
      {/* Before hydration, `runtime/failed-pictures.ts` may have marked a picture as failed. */}
      <dl dangerouslySetInnerHTML={writeEntries(safety, langAttribute)} suppressHydrationWarning />
    </section>
  )
}

function writeEntries(
  { manufacturer, responsiblePerson, information, pictograms, langs, texts }: ShownSafety,
  textsLang: string | undefined,
): Html {
  const write = (term: string, content: Html) =>
    html`<div>
      <dt${writeLang(textsLang)}>${term}</dt>
      <dd>${content}</dd>
    </div>`
  const signs = pictograms.map((image) => html`<li>${writeProductImage({ image, place: 'row' })}</li>`)
  const list = html`<ul${writeLang(langs.pictograms)}>${signs}</ul>`
  const text = html`<p${writeLang(langs.information)} dir="auto">${information ?? ''}</p>`
  return html`${[
    ...(manufacturer ? [write(texts.manufacturer, writeCompany(manufacturer))] : []),
    ...(responsiblePerson ? [write(texts.responsiblePerson, writeCompany(responsiblePerson))] : []),
    ...(information || signs.length > 0
      ? [write(texts.information, html`${signs.length > 0 ? list : ''}${information ? text : ''}`)]
      : []),
  ]}`
}

function writeLang(lang: string | undefined): Html {
  return lang === undefined ? html`` : html` lang="${lang}"`
}

function writeCompany({ name, address, email, website, phone }: Company): Html {
  return html`<p dir="auto">${name}</p>
    ${address ? html`<p dir="auto">${address}</p>` : ''} ${email ? writeLink(`mailto:${email}`, email) : ''}
    ${website ? writeLink(website, shorten(website), html` rel="noopener nofollow"`) : ''}
    ${phone ? writeLink(phoneUrl(phone), phone) : ''}`
}

function writeLink(href: string, text: string, rel = html``): Html {
  return html`<p><a${rel} class="quiet-link" dir="ltr" href="${href}">${text}</a></p>`
}

function shorten(website: string): string {
  return website.replace(/^https:\/\//i, '').replace(/\/$/, '')
}
