import { useState } from 'react'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import {
  Overlay,
  OverlayBody,
  OverlayClose,
  OverlayMinify,
  OverlayPanel,
  OverlayTitle,
  OverlayTrigger,
} from '../../widgets/overlay/overlay.tsx'

export function OverlayExamples() {
  return (
    <section aria-labelledby="overlay-examples">
      <h2 id="overlay-examples">Overlay</h2>
      <div className="widgets-row">
        <Nested />
        {(['left', 'full'] as const).map((placement) => (
          <Overlay key={placement}>
            <OverlayTrigger className="button">Open {placement}</OverlayTrigger>
            <OverlayPanel placement={placement}>
              <Head title={`Placed ${placement}`} />
              <p>A panel of this kind.</p>
            </OverlayPanel>
          </Overlay>
        ))}
        <Controlled />
        <Unmounting />
      </div>
      <Sidebar />
    </section>
  )
}

function Head({ title }: { readonly title: string }) {
  return (
    <div className="overlay-head">
      <OverlayTitle>{title}</OverlayTitle>
      <OverlayClose className="button" />
    </div>
  )
}

function Nested() {
  return (
    <Overlay>
      <OverlayTrigger className="button">Open centre</OverlayTrigger>
      <OverlayPanel data-testid="outer">
        <Head title="In the centre" />
        <p>
          With a <a href="/about">link</a>, one to the <a href="/widgets?again">same page</a>, a field and an overlay
          over it.
        </p>
        <div className="widgets-row">
          <input className="field" aria-label="Note" />
          <Dropdown>
            <DropdownTrigger className="button">Open choices</DropdownTrigger>
            <DropdownPopup>
              <DropdownItem>One</DropdownItem>
              <DropdownItem>Two</DropdownItem>
            </DropdownPopup>
          </Dropdown>
          <Overlay>
            <OverlayTrigger className="button">Open another</OverlayTrigger>
            <OverlayPanel data-testid="inner">
              <Head title="Over the other" />
              <p>Escape closes this one first.</p>
            </OverlayPanel>
          </Overlay>
        </div>
      </OverlayPanel>
    </Overlay>
  )
}

function Controlled() {
  const [isOpen, setOpen] = useState(false)
  const [isAgreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState('')
  return (
    <>
      <Overlay
        open={isOpen}
        onOpenChange={(open, { reason }) => {
          setAsked(`${open ? 'open' : 'close'}: ${reason}`)
          setOpen(open || !isAgreed)
        }}
      >
        <OverlayTrigger className="button">Open terms</OverlayTrigger>
        <OverlayPanel>
          <Head title="Terms" />
          <label>
            <input type="checkbox" checked={isAgreed} onChange={() => setAgreed(!isAgreed)} /> Agreed
          </label>
        </OverlayPanel>
      </Overlay>
      <output>{asked}</output>
    </>
  )
}

function Unmounting() {
  const [isMounted, setMounted] = useState(true)
  if (!isMounted) return null
  return (
    <Overlay>
      <OverlayTrigger className="button" onKeyDown={({ key }) => key === 'Enter' && setTimeout(setMounted, 25, false)}>
        Open and unmount
      </OverlayTrigger>
      <OverlayPanel>
        <Head title="Unmounted while opening" />
        <button type="button" className="button" onClick={() => setMounted(false)}>
          Unmount the overlay
        </button>
      </OverlayPanel>
    </Overlay>
  )
}

function Sidebar() {
  return (
    <div className="widgets-sidebar">
      <Overlay sidebarFrom="lg">
        <OverlayPanel placement="left">
          <div className="overlay-head">
            <OverlayTitle>Sidebar</OverlayTitle>
            <OverlayClose className="button" />
            <OverlayMinify aria-label="Minify the sidebar" />
          </div>
          <OverlayBody>
            <label>
              <input type="checkbox" /> Only what is in stock
            </label>
          </OverlayBody>
        </OverlayPanel>
        <div>
          <OverlayTrigger className="button">Open sidebar</OverlayTrigger>
          <p>Content beside the sidebar on wide screens.</p>
        </div>
      </Overlay>
    </div>
  )
}
