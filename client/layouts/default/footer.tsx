import './footer.css'
import { categoryPath, phoneUrl } from '../../../shared/urls.ts'
import { NavigationLink } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { BackToTop } from './back-to-top.tsx'
import { SiteNavigation } from './site-navigation.tsx'

export function Footer() {
  const messages = useMessages()
  const { site, categories, categoryCount, pageLinks } = useFrame()
  const { email, phone, address } = site.contact
  return (
    <footer className="footer">
      <div className="footer-head">
        <p className="footer-name display">{site.name}</p>
        <BackToTop />
      </div>
      <div className="footer-columns caption">
        {categories.length > 0 ? (
          <ul className="footer-categories">
            {categories.map(({ slug, name }) => (
              <li key={slug}>
                <NavigationLink to={categoryPath(slug)}>{name}</NavigationLink>
              </li>
            ))}
            {categoryCount > categories.length ? (
              <li>
                <NavigationLink to="/category" suppressHydrationWarning>
                  {messages.allOfCategories(categoryCount)}
                </NavigationLink>
              </li>
            ) : null}
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
            {address ? (
              <li>
                {address.streetAddress}, {address.postalCode} {address.addressLocality}
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </footer>
  )
}
