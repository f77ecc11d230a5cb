import './default-layout.css'
import type { ReactNode } from 'react'
import { messages } from '../../../shared/messages/messages.ts'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'

/** The layout of every page that names none. */
export function DefaultLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <div id="top" />
      <a className="skip-link" href="#main">
        {messages.skipToContent}
      </a>
      <Navbar />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <BackToTop />
    </>
  )
}
