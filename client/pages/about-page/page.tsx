import '../../components/text-page.css'
import './page.css'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'

export function Page({ data: { title, html } }: PageProps<'about-page'>) {
  const messages = useMessages()
  return (
    <article className="section text-page about-page">
      <header className="page-head">
        <Breadcrumb root={{ label: messages.about, href: '/about' }} current={title} />
        <h1>{title}</h1>
      </header>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}
