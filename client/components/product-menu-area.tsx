import { createContext, use, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { Card } from '../../shared/shown-catalog.ts'
import { useMessages } from '../base/context.tsx'
import { runWhenIdle } from '../base/scheduling.ts'
import type { ProductMenu } from './product-menu.tsx'

const HasMenu = createContext(false)

interface ProductMenuAreaProps {
  readonly products: readonly Card[]
  readonly children: ReactNode
}

/** The menu is loaded when the browser is idle; until then, or if that fails, the cards work without it. */
export function ProductMenuArea({ products, children }: ProductMenuAreaProps) {
  const areaRef = useRef<HTMLDivElement>(null)
  const [Menu, setMenu] = useState<ComponentType<Parameters<typeof ProductMenu>[0]>>()
  useEffect(() => {
    runWhenIdle(() => {
      import('./product-menu.tsx').then(
        (module) => setMenu(() => module.ProductMenu),
        () => {},
      )
    })
  }, [])
  return (
    <HasMenu value={Menu !== undefined}>
      <div ref={areaRef} className="dropdown-area">
        {children}
      </div>
      {Menu ? <Menu products={products} areaRef={areaRef} /> : null}
    </HasMenu>
  )
}

/** The button appears when the menu is loaded. */
export function ProductMenuButton({ name }: Pick<Card, 'name'>) {
  const messages = useMessages()
  return use(HasMenu) ? (
    <button
      type="button"
      className="card-more on-screen"
      aria-label={messages.moreActions(name)}
      aria-haspopup="menu"
      data-context-button=""
    />
  ) : null
}
