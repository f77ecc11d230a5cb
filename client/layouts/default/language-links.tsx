import type { ShownFrame } from '../../../shared/document-data.ts'
import type { EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { writeList } from '../../../shared/enquiry-items.ts'
import { withBase } from '../../../shared/languages.ts'
import type { PageHead } from '../../../shared/page-data.ts'
import { useCarriedItems } from '../../base/carried-list.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { html, type Html } from '../../base/html.ts'
import { useMessages } from '../../base/messages-context.ts'
import type { View } from '../../base/view.ts'

/** Placeholder for the links in a layout that is rendered without a page. */
export const LANGUAGE_LINKS_PLACEHOLDER = '<!--languages-->'

/** Links to the page in the other languages of the site, with the same filters and the same enquiry list. */
export function LanguageLinks({ view }: { readonly view: View | null }) {
  const messages = useMessages()
  const frame = useFrame()
  const items = useCarriedItems()
  return (
    <nav className="navbar-languages" aria-label={messages.language}>
      <ul
        dangerouslySetInnerHTML={
          view
            ? writeLanguageLinks(frame, 'page' in view ? view.page.head.alternates : undefined, items)
            : { __html: LANGUAGE_LINKS_PLACEHOLDER }
        }
        // The server's links keep the enquiry list in the URL for visitors without scripts, so they may differ from the
        // browser's.
        suppressHydrationWarning
      />
    </nav>
  )
}

/**
 * The links are text, because the server inserts those of each page into the cached HTML of the layout.
 * @param alternates missing for an error, which has no address in other languages
 * @param items the enquiry list in the URL, which the links keep
 */
export function writeLanguageLinks(
  { languages = [], site }: Pick<ShownFrame, 'languages'> & { readonly site: Pick<ShownFrame['site'], 'base'> },
  alternates: PageHead['alternates'] = [],
  items: readonly EnquiryItem[] = [],
): Html {
  const links = languages.map(({ lang, name, base }) => {
    const path = alternates.find((alternate) => alternate.lang === lang)?.path ?? withBase(base, '/')
    const list = items.length > 0 ? `${path.includes('?') ? '&' : '?'}${writeList(items)}` : ''
    return base === (site.base ?? '')
      ? html`<li><span lang="${lang}" aria-current="true">${name}</span></li>`
      : html`<li><a href="${path + list}" hreflang="${lang}" lang="${lang}" rel="alternate">${name}</a></li>`
  })
  return html`${links}`
}
