import { escapeHtml } from '../platform/escape-html.ts'
import { productPath } from '../../shared/urls.ts'
import { messagesFor, serverTextsFor, textDirection, type SiteLanguage } from '../platform/language.ts'
import { listOrderTerms } from '../catalog/rules/order-texts.ts'
import type { StoredItem } from './stored-enquiry.ts'

type Part =
  /** A text with its line breaks. */
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'items'; readonly items: readonly StoredItem[] }

type Row = readonly [label: string, text: string | null]

interface MailContext extends SiteLanguage {
  readonly siteUrl: string
}

const CELL = 'padding:4px 12px 4px 0;text-align:start;vertical-align:top'

/** The body has no pictures and loads nothing. Empty parts are left out. */
export function writeBody(
  title: string,
  parts: readonly Part[],
  context: MailContext,
): { readonly text: string; readonly html: string } {
  const { locale } = context
  const texts = parts.map((part) => writeText(part, context)).filter(Boolean)
  const html = parts.map((part) => writeHtml(part, context)).filter(Boolean)
  return {
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${textDirection(locale)}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${html.join('\n')}
</body>
</html>
`,
  }
}

function writeText(part: Part, context: MailContext): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'link':
      return part.url
    case 'rows':
      return writeRows(part.rows, context)
    case 'items':
      return part.items.map((item) => writeItem(item, context)).join('\n\n')
  }
}

function writeRows(rows: readonly Row[], context: MailContext): string {
  const { labelled } = serverTextsFor(context)
  return rows.flatMap(([label, text]) => (text === null ? [] : [labelled(label, text)])).join('\n')
}

function writeItem(item: StoredItem, context: MailContext): string {
  const product: Row = [messagesFor(context).enquiry.product, item.productName ?? item.product]
  const link: Row = [serverTextsFor(context).mail.link, buildItemUrl(item, context)]
  return writeRows([product, ...listItemRows(item, context), link], context)
}

/** Lists the texts of an item apart from its product. The pasted line comes last. */
function listItemRows(item: StoredItem, context: MailContext): readonly Row[] {
  const { sku, enquiry: messages } = messagesFor(context)
  const { labelled } = serverTextsFor(context)
  const terms = listOrderTerms(item.orderTerms, context).map(([label, text]) => labelled(label, text))
  return [
    [messages.variant, item.variantName ?? item.variant],
    [sku, item.sku],
    [messages.quantity, [item.quantity, ...terms].join('\n')],
    [messages.note, item.note || null],
    [messages.pasted, item.pasted ?? null],
  ]
}

/** Null if the catalogue did not have the product, so that there is no page. */
function buildItemUrl({ product, productName, variant, variantName }: StoredItem, { siteUrl }: MailContext) {
  return productName === null ? null : siteUrl + productPath(product, variantName === null ? '' : (variant ?? ''))
}

function writeHtml(part: Part, context: MailContext): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text && `<p>${escapeHtml(part.text).replaceAll('\n', '<br>\n')}</p>`
    case 'link':
      return `<p>${writeLink(part.url, part.url)}</p>`
    case 'rows': {
      const rows = part.rows.flatMap(([label, text]) =>
        text === null
          ? []
          : [`<tr><th style="${CELL}">${escapeHtml(label)}</th><td style="${CELL}">${escapeHtml(text)}</td></tr>`],
      )
      return `<table>\n${rows.join('\n')}\n</table>`
    }
    case 'items':
      return part.items.length === 0 ? '' : writeItemTable(part.items, context)
  }
}

function writeItemTable(items: readonly StoredItem[], context: MailContext): string {
  const hasPasted = items.some(({ pasted }) => pasted !== undefined)
  const table = items.map((item) => listItemRows(item, context).slice(0, hasPasted ? undefined : -1))
  const labels = (table[0] ?? []).map(([label]) => escapeHtml(label))
  const rows = table.map((texts, place) => {
    const item = items[place]!
    const url = buildItemUrl(item, context)
    const name = item.productName ?? item.product
    const product = url === null ? escapeHtml(name) : writeLink(url, name)
    return writeCells([product, ...texts.map(([, text]) => escapeHtml(text ?? '').replaceAll('\n', '<br>'))], 'td')
  })
  const headings = [escapeHtml(messagesFor(context).enquiry.product), ...labels]
  return `<table>\n${[writeCells(headings, 'th'), ...rows].join('\n')}\n</table>`
}

/** @param cells HTML */
function writeCells(cells: readonly string[], name: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${name} style="${CELL}">${cell}</${name}>`).join('')}</tr>`
}

function writeLink(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
}
