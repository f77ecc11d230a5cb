import { useRef, useState } from 'react'
import { DropdownContextEvents } from '../../widgets/dropdown/context-menu.tsx'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import { useHydrated } from '../../base/use-hydrated.ts'

const SORTS = ['Featured', 'Newest', 'Price, lowest first', 'Price, highest first']

export function DropdownExamples() {
  const [chosen, setChosen] = useState('')
  const isHydrated = useHydrated()
  const cardRef = useRef<HTMLDivElement>(null)
  return (
    <section aria-labelledby="dropdown-examples">
      <h2 id="dropdown-examples">Dropdown</h2>
      <div className="widgets-row">
        <Dropdown>
          <DropdownTrigger className="button">Share</DropdownTrigger>
          <DropdownPopup>
            <DropdownItem onClick={() => setChosen('copied')}>Copy the address</DropdownItem>
            <DropdownItem disabled onClick={() => setChosen('faxed')}>
              Send by fax
            </DropdownItem>
            <DropdownItem href="/about">Éditions</DropdownItem>
            <DropdownItem onClick={() => setChosen('printed')}>Print</DropdownItem>
            <DropdownItem onClick={() => setChosen('pinned')}>Pin to a board</DropdownItem>
          </DropdownPopup>
        </Dropdown>
        <SortMenu />
        <Dropdown trigger="hover" kind="navigation">
          <DropdownTrigger className="button" href="/category">
            Categories
          </DropdownTrigger>
          <DropdownPopup>
            <DropdownItem href="/category">All categories</DropdownItem>
            <DropdownItem href="/products" aria-current="page">
              All products
            </DropdownItem>
            <DropdownItem href="/contact">Ask us</DropdownItem>
          </DropdownPopup>
        </Dropdown>
        <Dropdown kind="navigation" placement="bottom-end">
          <DropdownTrigger className="button">Pages</DropdownTrigger>
          <DropdownPopup>
            <DropdownItem href="/about">About the studio</DropdownItem>
            <DropdownItem href="/contact">Where to find us</DropdownItem>
          </DropdownPopup>
        </Dropdown>
        <output>{chosen}</output>
      </div>
      <div className="widgets-row">
        <div ref={cardRef} className="dropdown-area widgets-card">
          <a href="/about">A card with a menu of its own</a>
          <button
            type="button"
            className="widgets-more"
            aria-label="More actions"
            aria-haspopup={isHydrated ? 'menu' : undefined}
            data-context-button=""
          />
        </div>
        <Dropdown trigger="contextmenu">
          <DropdownContextEvents areaRef={cardRef} />
          <DropdownPopup aria-label="The card">
            <DropdownItem onClick={() => setChosen('remembered')}>Remember it</DropdownItem>
            <DropdownItem onClick={() => setChosen('compared')}>Compare it</DropdownItem>
          </DropdownPopup>
        </Dropdown>
        <Unmounting />
      </div>
    </section>
  )
}

function SortMenu() {
  const [sort, setSort] = useState(SORTS[0])
  return (
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
  )
}

function Unmounting() {
  const [isMounted, setMounted] = useState(true)
  if (!isMounted) return null
  return (
    <Dropdown>
      <DropdownTrigger className="button">Unmounted on selection</DropdownTrigger>
      <DropdownPopup>
        <DropdownItem onClick={() => setMounted(false)}>Unmount the menu</DropdownItem>
      </DropdownPopup>
    </Dropdown>
  )
}
