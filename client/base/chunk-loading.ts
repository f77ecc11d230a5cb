import { createElement, lazy, useState, type ComponentType } from 'react'
import { importOrReload } from './chunk-failure.ts'

/** The functions that load lazy components, which the server calls before it renders. */
export const lazyComponents = new Set<() => Promise<unknown>>()

/**
 * Creates a component whose chunk is not part of the first load; `load` loads it in advance. Until hydration, its
 * server-rendered HTML stays.
 */
export function lazyComponent<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): ComponentType<Props> & { readonly load: () => Promise<unknown> } {
  let component: ComponentType<Props> | undefined
  let loaded: Promise<unknown> | undefined
  let hasFailed = false
  const loadOnce = () =>
    (loaded ??= (hasFailed ? importAgain(load) : load()).then(
      (module) => {
        component = module[name]
      },
      (error: unknown) => {
        loaded = undefined
        hasFailed = true
        throw error
      },
    ))
  lazyComponents.add(loadOnce)
  const Lazy = lazy(async () => {
    await importOrReload(loadOnce)
    return { default: component! }
  })
  /** React would replace HTML that it hydrates too late, so a loaded chunk is rendered at once. */
  function LazyComponent(props: Props) {
    // A mounted component keeps its type, because another one would lose its state.
    const [Component] = useState<ComponentType<Props>>(() => component ?? Lazy)
    return createElement(Component, props)
  }
  return Object.assign(LazyComponent, { load: loadOnce })
}

/**
 * Browsers do not request a failed module again, so this changes the URL, which their error names. Safari's error names
 * none, so there the chunk fails again.
 */
async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [url] = /https?:\S+/.exec((error as Error).message) ?? []
    if (url === undefined) throw error
    const otherUrl = `${url}#${Date.now()}`
    return (await import(otherUrl)) as Module
  }
}
