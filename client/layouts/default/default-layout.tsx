import './default-layout.css'
import type { ReactNode } from 'react'
import { CompareBar } from '../../components/comparison/compare-bar.tsx'
import { useMessages } from '../../base/context.tsx'
import type { AppPart, View } from '../../base/view.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'

/**
 * The page is always the second of three children, even if rendered alone, because the ids of `useId` depend on the
 * position.
 */
export function DefaultLayout({
  children,
  part,
  view,
}: {
  readonly children: ReactNode
  readonly part: AppPart | undefined
  readonly view: View
}) {
  const isPageAlone = part === 'page'
  return (
    <>
      {isPageAlone ? null : <BeforePage view={part === 'layout' ? null : view} />}
      {isPageAlone ? (
        children
      ) : (
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      )}
      {isPageAlone ? null : (
        <>
          <Footer />
          <CompareBar view={view} />
        </>
      )}
    </>
  )
}

/** @param view null if the layout is rendered without a page */
function BeforePage({ view }: { readonly view: View | null }) {
  const messages = useMessages()
  return (
    <>
      <div id="top" />
      <a className="skip-link on-screen" href="#main" lang={messages.langAttribute}>
        {messages.skipToContent}
      </a>
      <Navbar view={view} />
    </>
  )
}
