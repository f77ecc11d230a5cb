import { NavLink } from 'react-router-dom'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import { messages } from '../../../shared/messages/en.ts'
import { useFrame } from '../../frame-context.ts'
import { SiteNavigation } from './site-link.tsx'

const MENU_ID = 'menu'

/** The site's name, its navigation and search. On small screens both are in a popover, which needs no script. */
export function Navbar() {
  const { site } = useFrame()
  return (
    <header className="navbar">
      <NavLink to="/" end className="navbar-name display">
        {site.name}
      </NavLink>
      <button type="button" className="navbar-menu" popoverTarget={MENU_ID}>
        {messages.menu}
      </button>
      <div id={MENU_ID} popover="auto" className="navbar-panel">
        <button type="button" className="navbar-menu" popoverTarget={MENU_ID} popoverTargetAction="hide">
          {messages.close}
        </button>
        <nav aria-label={messages.mainNavigation}>
          <SiteNavigation links={site.navigation} />
        </nav>
        <form action="/products" method="get" role="search" className="navbar-search">
          <input className="field" type="search" name={LISTING_KEYS.search} aria-label={messages.searchLabel} placeholder={messages.search} />
        </form>
      </div>
    </header>
  )
}
