import type { ComponentType } from 'react'
import type { RouteName } from '../shared/routes.ts'
import type { PageProps } from './page-props.ts'

/** Each page is a chunk of its own, loaded when it is first needed (specification, section 2). */
const PAGES: { readonly [Name in RouteName]: () => Promise<{ readonly Page: ComponentType<PageProps<Name>> }> } = {
  index: () => import('./pages/index/page.tsx'),
  about: () => import('./pages/about/page.tsx'),
  contact: () => import('./pages/contact/page.tsx'),
  category: () => import('./pages/category/page.tsx'),
  'category-category': () => import('./pages/category-category/page.tsx'),
  products: () => import('./pages/products/page.tsx'),
  'products-product': () => import('./pages/products-product/page.tsx'),
  widgets: () =>
    DEVELOPMENT ? import('./pages/widgets/page.tsx') : Promise.reject(new Error('This build has no such page.')),
}

/** A page of any route; its data is that of the route it was loaded for. */
export type PageComponent = ComponentType<PageProps<RouteName>>

/** @throws where the chunk cannot be loaded */
export async function loadPageComponent(name: RouteName): Promise<PageComponent> {
  const { Page } = await PAGES[name]()
  // `App` gives each page the data loaded under its own name.
  return Page as PageComponent
}
