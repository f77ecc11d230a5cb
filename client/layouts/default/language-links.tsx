import type { ShownFrame, PageHead } from '../../../shared/page-data.ts'
import type { EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { writeList } from '../../../shared/enquiry-items.ts'
import { withBase } from '../../../shared/languages.ts'
import { useCarriedItems, useFrame, useMessages } from '../../base/context.tsx'
import type { View } from '../../base/view.ts'

/** Marks where the links belong in a layout that is rendered without a page. */
export const LANGUAGE_LINKS_PLACEHOLDER = <template id="languages" />

/** Links to the page in the other languages of the site, with the same filters and the same enquiry list. */
export function LanguageLinks({ view }: { readonly view: View | null }) {
  const messages = useMessages()
  const frame = useFrame()
  const items = useCarriedItems()
  return (
    <nav className="navbar-languages" aria-label={messages.language}>
      <ul className="cluster">
        {view ? (
          <LanguageItems
            frame={frame}
            alternates={'page' in view ? view.page.head.alternates : undefined}
            items={items}
          />
        ) : (
          LANGUAGE_LINKS_PLACEHOLDER
        )}
      </ul>
    </nav>
  )
}

interface LanguageItemsProps {
  readonly frame: Pick<ShownFrame, 'languages'> & { readonly site: Pick<ShownFrame['site'], 'base'> }
  /** Missing for an error, which has no address in other languages. */
  readonly alternates: PageHead['alternates'] | undefined
  /** The enquiry list in the URL, which the links keep. */
  readonly items?: readonly EnquiryItem[]
}

/** The links use no context, because the server inserts the links of each page into the cached HTML of the layout. */
export function LanguageItems({ frame: { languages, site }, alternates, items }: LanguageItemsProps) {
  return languages?.map(({ lang, name, base }) => {
    const path = alternates?.find((alternate) => alternate.lang === lang)?.path ?? withBase(base, '/')
    const list = items?.length ? `${path.includes('?') ? '&' : '?'}${writeList(items)}` : ''
    return (
      <li key={lang}>
        {base === (site.base ?? '') ? (
          <span lang={lang} aria-current="true">
            {name}
          </span>
        ) : (
          <a href={path + list} hrefLang={lang} lang={lang} rel="alternate">
            {name}
          </a>
        )}
      </li>
    )
  })
}
