import './footer.css'
import { phoneUrl } from '../../../shared/urls.ts'
import { CategoryItems } from '../../components/category-items.tsx'
import { NavigationLink } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { BackToTop } from './back-to-top.tsx'
import { SiteNavigation } from './site-navigation.tsx'

export function Footer() {
  const { site, categories, pageLinks } = useFrame()
  const { email, phone, address } = site.contact
  return (
    <footer className="footer">
      <div className="footer-head cluster">
        <p className="footer-name display">{site.name}</p>
        <BackToTop />
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
