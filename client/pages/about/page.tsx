import '../../components/text-page.css'
import { Link } from '../../base/link.tsx'
import { useFrame, usePageNames, useMessages } from '../../base/context.tsx'
import type { PageProps } from '../../base/view.ts'

export function Page({ data: { aboutHtml, lang } }: PageProps<'about'>) {
  const messages = useMessages()
  const names = usePageNames()
  const { site } = useFrame()
  return (
    <article className="section text-page about">
      <header className="page-head">
        <h1>{names.about}</h1>
      </header>
      {aboutHtml ? (
        <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: aboutHtml }} />
      ) : (
        <div className="prose">
          <p className="lead">{messages.aboutNothing(site.name)}</p>
          <p>
            <Link to="/products">{names.allProducts}</Link> <span>·</span> <Link to="/contact">{names.contact}</Link>
          </p>
        </div>
      )}
    </article>
  )
}
