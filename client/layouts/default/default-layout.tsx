import './default-layout.css'
import { CompareBar } from '../../components/comparison/compare-bar.tsx'
import { useMessages } from '../../base/context.tsx'
import type { LayoutProps } from '../../base/view.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'

/**
 * The page is always the second of three children, even if rendered alone, because the ids of `useId` depend on the
 * position.
 */
export function DefaultLayout({ children, part, view }: LayoutProps) {
  const { langAttribute, skipToContent } = useMessages()
  if (part === 'page') {
    return (
      <>
        {null}
        {children}
        {null}
      </>
    )
  }
  return (
    <>
      <>
        <div id="top" />
        <a className="skip-link on-screen" href="#main" lang={langAttribute}>
          {skipToContent}
        </a>
        <Navbar view={part === 'layout' ? null : view} />
      </>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <>
        <Footer />
        <CompareBar view={view} />
      </>
    </>
  )
}
