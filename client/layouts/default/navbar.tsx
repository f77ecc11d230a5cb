import './navbar.css'
import { useId } from 'react'
import { buildSrcSet, renditionUrl } from '../../../shared/renditions.ts'
import { EnquiryLink } from '../../components/enquiry-list/enquiry-link.tsx'
import { NavigationLink } from '../../base/link.tsx'
import { PICTURE_PLACES } from '../../components/product-image.tsx'
import { useFrame, useMessages } from '../../base/context.tsx'
import type { View } from '../../base/view.ts'
import { Overlay, OverlayClose, OverlayPanel, OverlayTrigger } from '../../widgets/overlay/overlay.tsx'
import { LanguageLinks } from './language-links.tsx'
import { SearchForm, SearchOpener } from './search-form.tsx'
import { SiteNavigation } from './site-navigation.tsx'

/** Below `md`, navigation and search are behind buttons. @param view null if the layout is rendered without a page */
export function Navbar({ view }: { readonly view: View | null }) {
  const messages = useMessages()
  const searchId = useId()
  const { site, pageLinks, languages } = useFrame()
  const { name, logo, navigation } = site
  return (
    <header className="navbar row">
      <NavigationLink to="/" className="navbar-name truncated display">
        {logo ? (
          <>
            <picture>
              <img
                className="navbar-logo"
                sizes={PICTURE_PLACES.logo.sizes}
                srcSet={buildSrcSet(logo, PICTURE_PLACES.logo.widths)}
                src={renditionUrl(logo, 320, 'webp')}
                alt={logo.alt || name}
                lang={logo.lang}
                width={logo.width}
                height={logo.height}
              />
            </picture>
            <span>{name}</span>
          </>
        ) : (
          name
        )}
      </NavigationLink>
      <SearchOpener formId={searchId} />
      <Overlay sidebarFrom="md">
        <OverlayTrigger className="navbar-menu">{messages.menu}</OverlayTrigger>
        <OverlayPanel placement="full" className="navbar-panel" aria-label={messages.menu}>
          <OverlayClose className="navbar-menu" />
          <nav aria-label={messages.mainNavigation}>
            <SiteNavigation links={[...navigation, ...pageLinks.menu]} hasCategoryMenu />
          </nav>
          {languages ? <LanguageLinks view={view} /> : null}
        </OverlayPanel>
      </Overlay>
      <SearchForm id={searchId} />
      <EnquiryLink />
    </header>
  )
}
