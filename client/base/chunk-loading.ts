import { createElement, lazy, useState, type ComponentType } from 'react'
import { importOrReload } from './chunk-failure.ts'

/**
 * Creates a component from a chunk that is not part of the first load. Until it is hydrated, its server-rendered HTML
 * stays. Its `load` function loads the chunk in advance.
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
  const Lazy = lazy(async () => {
    await importOrReload(loadOnce)
    return { default: component! }
  })
  /** A chunk that is already loaded is rendered at once, because React would replace HTML that it hydrates too late. */
  function LazyComponent(props: Props) {
    // A mounted component keeps its type, because another one would lose its state.
    const [Component] = useState<ComponentType<Props>>(() => component ?? Lazy)
    return createElement(Component, props)
  }
  return Object.assign(LazyComponent, { load: loadOnce })
}

/**
 * Loads a chunk that could not be loaded before. Browsers do not request a failed module again, so this one gets another
 * URL, which they name in the error. Safari does not, so there the chunk fails again.
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
