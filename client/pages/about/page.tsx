import '../../components/text-page.css'
import './page.css'
import { Link } from '../../components/link.tsx'
import { useFrame } from '../../frame-context.ts'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'

export function Page({ data: { aboutHtml } }: PageProps<'about'>) {
  const messages = useMessages()
  const { site } = useFrame()
  return (
    <article className="section text-page about">
      <header className="page-head">
        <h1>{messages.about}</h1>
      </header>
      {aboutHtml ? (
        <div className="prose" dangerouslySetInnerHTML={{ __html: aboutHtml }} />
      ) : (
        <div className="prose">
          <p className="lead">{messages.aboutNothing(site.name)}</p>
          <p>
            <Link to="/products">{messages.allProducts}</Link> · <Link to="/contact">{messages.contact}</Link>
          </p>
        </div>
      )}
    </article>
  )
}
