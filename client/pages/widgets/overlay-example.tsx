import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import { Overlay, OverlayHead, OverlayPanel, OverlayTrigger } from '../../widgets/overlay/overlay.tsx'

/** A drawer on narrow screens, and a sidebar that can be minified on wide ones. */
export function OverlayExample() {
  return (
    <div className="widgets-sidebar stack">
      <Overlay sidebarFrom="lg">
        <OverlayPanel placement="left">
          <OverlayHead title="Sidebar" minifyLabel="Minify the sidebar" />
          <div className="overlay-body">
            <label>
              <input type="checkbox" /> Only what is in stock
            </label>
            <p>
              With a <a href="/about">link</a>, one to the <a href="/widgets?again">same page</a>, and a menu.
            </p>
            <Dropdown>
              <DropdownTrigger className="button">Choices</DropdownTrigger>
              <DropdownPopup>
                <DropdownItem href="/about">About</DropdownItem>
              </DropdownPopup>
            </Dropdown>
          </div>
        </OverlayPanel>
        <div>
          <OverlayTrigger className="button">Open sidebar</OverlayTrigger>
          <p>Content beside the sidebar on wide screens.</p>
        </div>
      </Overlay>
    </div>
  )
}
