import type { Product } from '../../shared/catalog.ts'
import { RELATED_PRODUCTS_COUNT } from '../../shared/constants.ts'
import { chooseFirstPicture } from '../../shared/first-picture.ts'
import { productPath } from '../../shared/urls.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead, buildSiteHead, describeProduct } from './page-head.ts'

export const loadProductsProduct: Loader<'products-product'> = async ({ store, params, query, onDeferredError }) => {
  const slug = params['product']!
  const product = await store.findProduct(slug)
  if (!product) {
    const present = await store.findRenamed('product', slug)
    return present === undefined ? undefined : { movedTo: productPath(present) }
  }
  // Begun first and not awaited: the page can do without it for a while, and altogether where it fails.
  const related = store.listRelated(product, RELATED_PRODUCTS_COUNT).catch((error: unknown) => {
    onDeferredError(error)
    return []
  })
  const [site, included, place] = await Promise.all([
    store.readSite(),
    store.listIncluded(product),
    product.categorySlug === null ? undefined : store.findCategory(product.categorySlug),
  ])
  const variantKey = chooseVariant(product, query.get('variant'))
  const picture = chooseFirstPicture(product, variantKey)
  const firstLook = picture && 'hash' in picture ? await store.findFirstLook(picture.hash) : null
  const breadcrumb = place ? [...place.ancestors, { slug: place.category.slug, name: place.category.name }] : []
  const head = buildNamedHead(
    product.metaTitle ?? product.name,
    describeProduct(product),
    buildSiteHead(site, productPath(slug), product.visibility === 'unlisted' ? 'noindex' : 'index'),
  )
  return { data: { product, included, breadcrumb, variantKey, firstLook, related }, head }
}

/** The variant that was asked for, else the first that can be had, else the first. */
function chooseVariant({ variants }: Product, key: string | null): string {
  const asked = variants.find((variant) => variant.key === key)
  const available = variants.find((variant) => variant.availability !== 'OutOfStock')
  return (asked ?? available ?? variants[0]).key
}
