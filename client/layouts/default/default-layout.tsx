import './default-layout.css'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages-context.ts'
import type { AppPart } from '../../view.ts'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'

/** The layout of every page that names none. The page keeps its position among three children in each case: React's ids depend on it. */
export function DefaultLayout({
  children,
  part,
}: {
  readonly children: ReactNode
  readonly part: AppPart | undefined
}) {
  const isPageAlone = part === 'page'
  return (
    <>
      {isPageAlone ? null : <BeforePage />}
      {isPageAlone ? (
        children
      ) : (
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      )}
      {isPageAlone ? null : <AfterPage />}
    </>
  )
}

function BeforePage() {
  const messages = useMessages()
  return (
    <>
      <div id="top" />
      <a className="skip-link" href="#main" lang={messages.langAttribute}>
        {messages.skipToContent}
      </a>
      <Navbar />
    </>
  )
}

function AfterPage() {
  return (
    <>
      <Footer />
      <BackToTop />
    </>
  )
}
