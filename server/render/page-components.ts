import { loadPageComponent, type PageComponent } from '../../client/pages.ts'
import { ROUTE_NAMES, type RouteName } from '../../shared/routes.ts'

/** All pages, loaded before the first request: the server never waits for a chunk. */
export const pageComponents: ReadonlyMap<RouteName, PageComponent> = new Map(
  await Promise.all(ROUTE_NAMES.map(async (name) => [name, await loadPageComponent(name)] as const)),
)
