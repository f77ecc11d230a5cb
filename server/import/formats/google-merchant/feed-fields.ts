// prettier-ignore
const SINGLE_FIELDS = [
  'id', 'title', 'description', 'link', 'image_link', 'availability', 'price', 'sale_price',
  'sale_price_effective_date', 'unit_pricing_measure', 'unit_pricing_base_measure', 'brand', 'gtin', 'mpn',
  'condition', 'google_product_category', 'item_group_id', 'color', 'size', 'material', 'pattern', 'age_group',
  'gender', 'shipping_weight', 'product_weight', 'product_length', 'product_width', 'product_height',
] as const

export const REPEATED_FIELDS = ['additional_image_link', 'product_type', 'product_detail', 'product_highlight'] as const

export type FeedField = (typeof SINGLE_FIELDS)[number] | (typeof REPEATED_FIELDS)[number]

export const FEED_FIELDS: readonly FeedField[] = [...SINGLE_FIELDS, ...REPEATED_FIELDS]

const IGNORED =
  /^(?:custom_label_\d|shipping\w*|tax\w*|free_shipping\w*|adult|multipack|is_bundle|identifier_exists|(?:ex|in)cluded_\w+|shopping_ads_\w+|ads_\w+|adwords_\w+|promotion_id|mobile_link|canonical_link|cost_of_goods_sold|\w*energy_efficiency_class|installment|subscription_cost|loyalty_\w+|availability_date|expiration_date|pause|size_type|size_system|ships_from_country|\w+_handling_time|transit_time_label|handling_cutoff_time|external_seller_id|video_link|lifestyle_image_link|virtual_model_link|certification|structured_\w+|quantity|sell_on_google_quantity|return_\w+|auto_pricing_min_price|maximum_retail_price|minimum_order_value\w*|disclosure_date|online_only|pickup_\w+|store_code|pubdate|guid|updated|published|author|category|source|comments|enclosure|contributor|rights|summary|content)$/

export function isIgnoredField(name: string): boolean {
  return IGNORED.test(name)
}

/** `g:Image Link` becomes `image_link`, `shipping(country:price)` becomes `shipping`. */
export function foldFieldName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^[cg]:/, '')
    .replace(/\s*\(.*$/, '')
    .replace(/[\s-]+/g, '_')
}
