import './default-layout.css'
import type { ReactNode } from 'react'
import { foreignLanguage, messages } from '../../../shared/messages/messages.ts'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'

/**
 * The layout of every page that names none.
 * @param isPageAlone leaves out what stands around the page: the server has drawn it before
 */
export function DefaultLayout({ children, isPageAlone }: { readonly children: ReactNode; readonly isPageAlone: boolean }) {
  return (
    <>
      {isPageAlone ? null : <BeforePage />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isPageAlone ? null : <AfterPage />}
    </>
  )
}

function BeforePage() {
  return (
    <>
      <div id="top" />
      <a className="skip-link" href="#main" lang={foreignLanguage}>
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
