import '../../components/text-page.css'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { usePageNames } from '../../base/context.tsx'
import type { PageProps } from '../../base/view.ts'

export function Page({ data: { title, html, lang } }: PageProps<'about-page'>) {
  const names = usePageNames()
  return (
    <article className="section text-page about-page">
      <header className="page-head">
        <Breadcrumb root={{ label: names.about, href: '/about' }} current={title} lang={lang} />
        <h1 lang={lang}>{title}</h1>
      </header>
      <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}
