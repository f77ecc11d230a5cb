import { phoneUrl } from '../../../shared/urls.ts'
import { CategoryItems } from '../../components/categories.tsx'
import { NavigationLink } from '../../base/link.tsx'
import { useFrame, useMessages } from '../../base/context.tsx'
import { SiteNavigation } from './site-navigation.tsx'
import { Icon } from '../../components/icon.tsx'

export function Footer() {
  const { site, categories, pageLinks } = useFrame()
  const { email, phone, address } = site.contact
  const { backToTop, langAttribute } = useMessages()
  return (
    <footer className="footer">
      <div className="footer-head cluster">
        <p className="footer-name display">{site.name}</p>
        {/* The link is in the footer, where it covers nothing. */}
        <nav className="back-to-top caption" lang={langAttribute} aria-label={backToTop}>
          <a href="#top">
            <span>{backToTop}</span> <Icon path="M12 20V5M5 12l7-7 7 7" />
          </a>
        </nav>
      </div>
      <div className="footer-columns cluster caption">
        {categories.length > 0 ? (
          <ul className="footer-categories">
            <CategoryItems PageLink={NavigationLink} />
          </ul>
        ) : null}
        <SiteNavigation links={site.navigation} />
        {pageLinks.footer.length > 0 ? <SiteNavigation links={pageLinks.footer} /> : null}
        {email || phone || address ? (
          <ul>
            {email ? (
              <li>
                <a href={`mailto:${email}`}>{email}</a>
              </li>
            ) : null}
            {phone ? (
              <li>
                <a dir="ltr" href={phoneUrl(phone)}>
                  {phone}
                </a>
              </li>
            ) : null}
            {address ? <li>{`${address.streetAddress}, ${address.postalCode} ${address.addressLocality}`}</li> : null}
          </ul>
        ) : null}
      </div>
    </footer>
  )
}
