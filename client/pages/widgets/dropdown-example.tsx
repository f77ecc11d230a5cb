import { useRef, useState } from 'react'
import { useHydrated } from '../../base/context.tsx'
import { DropdownContextEvents } from '../../widgets/dropdown/context-menu.tsx'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'

const SORTS = ['Featured', 'Newest', 'Price, lowest first', 'Price, highest first']

/** Each of the three triggers opens a popup: a click a menu, hovering a list of links, a long press a context menu. */
export function DropdownExample() {
  const [sort, setSort] = useState('Featured')
  const isHydrated = useHydrated()
  const cardRef = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className="widgets-row row">
        <Dropdown>
          <DropdownTrigger className="button">Sort by</DropdownTrigger>
          <DropdownPopup>
            {SORTS.map((name) => (
              <DropdownItem key={name} checked={name === sort} onClick={() => setSort(name)}>
                {name}
              </DropdownItem>
            ))}
          </DropdownPopup>
        </Dropdown>
        <output>{sort}</output>
        <Dropdown trigger="hover" kind="navigation" placement="bottom-end">
          <DropdownTrigger className="button" href="/category">
            Categories
          </DropdownTrigger>
          <DropdownPopup>
            <DropdownItem href="/category">All categories</DropdownItem>
            <DropdownItem href="/products">All products</DropdownItem>
          </DropdownPopup>
        </Dropdown>
      </div>
      <div ref={cardRef} className="dropdown-area widgets-card">
        <a href="/about">A card with a menu of its own</a>
        <button
          type="button"
          className="widgets-more square"
          aria-label="More actions"
          aria-haspopup={isHydrated ? 'menu' : undefined}
          data-context-button=""
        />
      </div>
      <Dropdown trigger="contextmenu">
        <DropdownContextEvents areaRef={cardRef} />
        <DropdownPopup aria-label="The card">
          <DropdownItem href="/contact">Ask about it</DropdownItem>
          <DropdownItem onClick={() => setSort('Newest')}>Show the newest</DropdownItem>
        </DropdownPopup>
      </Dropdown>
    </>
  )
}
