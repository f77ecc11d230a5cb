import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { readReference } from '../../shared/enquiry-fields.ts'
import { chooseFirstPicture } from '../../shared/shown-catalog.ts'
import type { EnquiryLookup, Frame, PageHead } from '../../shared/page-data.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import { messagesFor } from '../language.ts'
import { buildCard } from './cards.ts'
import { formatContact } from './contact-in-words.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

/** Of what was typed so much is shown again. */
const TYPED_MAX_LENGTH = 40

export const loadContact: Loader<'contact'> = async ({ store, enquiries, query }) => {
  const slug = query.get('product')
  const key = query.get('variant')
  const typed = query.get('reference')?.trim().slice(0, TYPED_MAX_LENGTH)
  const sentReference = readReference(query.get('sent') ?? '') ?? null
  const [site, product, chosen, lookup] = await Promise.all([
    store.readSite(),
    slug ? store.findProductCard(slug) : undefined,
    slug && key ? findChosen(store, slug, key) : undefined,
    typed ? lookUp(enquiries, typed) : null,
  ])
  const asked = product ? { ...buildCard(product, site), sku: product.sku, variant: null, ...chosen } : null
  const data = { product: asked, ...formatContact(site), returned: null, sentReference, lookup }
  // A reference is nobody's business but the visitor's.
  const isPrivate = query.has('reference') || query.has('sent')
  return { data, head: buildContactHead(site, isPrivate ? 'noindex' : 'index'), ...(isPrivate ? { isPrivate } : {}) }
}

export function buildContactHead(site: Frame['site'], robots?: PageHead['robots']): PageHead {
  return buildNamedHead(site, CONTACT_PATH, messagesFor(site.locale).contact, { ...(robots && { robots }) })
}

/** What is otherwise of the variant than of its product. */
async function findChosen(store: Pick<CatalogStore, 'findProduct'>, slug: string, key: string) {
  const product = await store.findProduct(slug)
  const variant = product?.variants.find((candidate) => candidate.key === key)
  if (!product || !variant) return undefined
  return {
    variant: { key, name: variant.optionValues.join(' / ') },
    sku: variant.sku,
    image: chooseFirstPicture(product, key),
  }
}

async function lookUp(enquiries: Pick<EnquiryStore, 'findStatus'>, typed: string): Promise<EnquiryLookup> {
  const reference = readReference(typed)
  const status = reference === undefined ? undefined : await enquiries.findStatus(reference)
  return { typed, status: status ?? null }
}
