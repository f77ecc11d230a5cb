import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { importOrReload } from './import-or-reload.ts'

/** A part of a page whose scripts follow those of the first load; until then what the server drew of it stays. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => importOrReload(async () => ({ default: (await load())[name] })))
}
