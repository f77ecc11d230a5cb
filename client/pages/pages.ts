import type { PageComponent } from '../base/view.ts'
import type { RouteName } from '../../shared/routes.ts'

/** Each page is a chunk of its own (requirement 3.3). */
const PAGES: { readonly [Name in RouteName]: () => Promise<{ readonly Page: PageComponent<Name> }> } = {
  index: () => import('./index/page.tsx'),
  about: () => import('./about/page.tsx'),
  'about-page': () => import('./about-page/page.tsx'),
  contact: () => import('./contact/page.tsx'),
  category: () => import('./category/page.tsx'),
  'category-category': () => import('./category-category/page.tsx'),
  products: () => import('./products/page.tsx'),
  'products-product': () => import('./products-product/page.tsx'),
  widgets: () =>
    DEVELOPMENT ? import('./widgets/page.tsx') : Promise.reject(new Error('This page exists in development only.')),
}

/** @throws if the chunk cannot be loaded */
export async function loadPageComponent(name: RouteName): Promise<PageComponent> {
  const { Page } = await PAGES[name]()
  // This cast is safe, because `RoutePage` gives each page the data of its own route.
  return Page as PageComponent
}
