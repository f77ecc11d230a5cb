import type { VitrineField } from '../import/formats/vitrine/vitrine-columns.ts'
import {
  AVAILABILITY_WORDS,
  CONDITION_WORDS,
  DISCONTINUED_WORDS,
  PRICE_DISPLAY_WORDS,
  VISIBILITY_WORDS,
} from '../import/formats/vitrine/vitrine-words.ts'
import type { XlsxColumn } from './xlsx-file.ts'

type Column = Omit<XlsxColumn, 'name'>

const YES_NO = ['yes', 'no']
const listWords = (words: { readonly written: Readonly<Record<string, string>> }) => Object.values(words.written)

export const COLUMN_EXPLANATIONS: Readonly<Record<VitrineField, Column>> = {
  slug: {
    explanation:
      'Required. The last part of the address of the page, such as oak-chair. Rows with the same slug are variants of one product, whose own fields are read from the first row.',
    width: 24,
  },
  formerSlugs: {
    explanation: 'Earlier slugs, separated by commas. Their addresses redirect to this product.',
    width: 16,
  },
  name: { explanation: 'Required in the first row of a product.', width: 32 },
  brand: { explanation: 'The maker of the product.', width: 16 },
  shortDescription: { explanation: 'Shown beside the price. HTML or plain text.', width: 32 },
  description: { explanation: 'HTML or plain text.', width: 48 },
  category: {
    explanation: 'The path of the main category, such as Table > Bowls. Missing categories are created.',
    width: 24,
  },
  otherCategories: {
    explanation: 'Paths of further categories that list the product, such as Gifts | Sale > Bowls.',
    width: 24,
  },
  tags: { explanation: 'Separated by commas.', width: 20 },
  featured: { explanation: 'yes: the home page shows the product.', values: YES_NO, width: 10 },
  visibility: {
    explanation: 'public, unlisted (the product has a page, but is in no list) or hidden. Blank means public.',
    values: listWords(VISIBILITY_WORDS),
    width: 10,
  },
  condition: {
    explanation: 'new, refurbished or used. Blank means new.',
    values: listWords(CONDITION_WORDS),
    width: 12,
  },
  discontinued: {
    explanation:
      'no or blank if the product is offered. yes, or what its address then shows: page (a notice), redirect (to its successor) or gone.',
    values: listWords(DISCONTINUED_WORDS),
    width: 13,
  },
  replacedBy: { explanation: 'Slug or article number (SKU) of the successor of a discontinued product.', width: 18 },
  priceDisplay: {
    explanation:
      'shown, from (only the lowest price), hidden (nothing) or request ("Price on request"). Blank: as the category or the site says.',
    values: listWords(PRICE_DISPLAY_WORDS),
    width: 12,
  },
  taxNote: { explanation: "Shown beside the price in place of the site's note about tax.", width: 16 },
  sku: {
    explanation: 'Your article number of the variant. Cells of this column are texts, so that they keep leading zeros.',
    width: 18,
  },
  gtin: {
    explanation: 'EAN, UPC or ISBN of the variant. Cells of this column are texts, so that they keep all digits.',
    width: 18,
  },
  mpn: { explanation: "The maker's part number of the variant.", width: 18 },
  equivalents: {
    explanation: 'Numbers of the same article at other makers, each in its own line with its maker: SKF | 6204-2RSH.',
    width: 22,
  },
  price: {
    explanation: "In the site's currency. Blank or 0 means: price on request.",
    isNumber: true,
    width: 10,
  },
  compareAtPrice: {
    explanation: 'The former price, which is shown crossed out. It must be above the price.',
    isNumber: true,
    width: 18,
  },
  unitQuantity: {
    explanation: 'What the pack holds, such as 750 ml, 2.5 kg or 10 pieces. The price per unit is computed from it.',
    width: 18,
  },
  unitBase: {
    explanation: 'What the price per unit refers to, such as 100 g. Blank means 1 kg, 1 l, 1 m, 1 m², 1 m³ or 1 piece.',
    width: 15,
  },
  availability: {
    explanation: 'Whether the variant is available. Blank means in stock.',
    values: listWords(AVAILABILITY_WORDS),
    width: 14,
  },
  weight: { explanation: 'Weight of the variant in grams.', isNumber: true, width: 11 },
  packSize: { explanation: 'Pieces in a pack. Quantities must be multiples of it.', isNumber: true, width: 10 },
  minimumQuantity: { explanation: 'The smallest quantity in pieces that can be ordered.', isNumber: true, width: 18 },
  leadTime: { explanation: 'Days until delivery, such as 5 or 5-7, or a text of up to 60 characters.', width: 12 },
  images: {
    explanation:
      'Files or https addresses of pictures, each in its own line, with its alternative text: bowl.jpg | A bowl from above.',
    width: 32,
  },
  variantImage: { explanation: 'The one of the images that shows this variant.', width: 20 },
  attributes: { explanation: "Rows of the product's table, each in its own line: Material: Oak.", width: 32 },
  family: {
    explanation:
      'Products with the same name here are sizes of one family. Blank: families are recognised. none: the product belongs to none.',
    width: 18,
  },
  documents: {
    explanation: 'Documents for download, each in its own line: Care sheet | care.pdf, or Care sheet | https://…',
    width: 32,
  },
  externalLink: { explanation: 'The https address of a page where the product is sold.', width: 32 },
  externalLinkText: { explanation: 'Label of the button that leads to the external link.', width: 20 },
  includes: { explanation: 'Slugs of the products in a set, separated by commas.', width: 20 },
  manufacturer: { explanation: 'Name of the manufacturer, whose address is in companies.csv.', width: 20 },
  responsiblePerson: {
    explanation: 'Name of the person responsible in the European Union, whose address is in companies.csv.',
    width: 20,
  },
  safetyInformation: { explanation: 'Warnings and safety instructions as plain text.', width: 32 },
  pictograms: {
    explanation: 'Files of warning symbols, each in its own line, with its alternative text: ghs02.png | Flammable.',
    width: 28,
  },
  metaTitle: { explanation: 'Title for search engines; by default the name.', width: 28 },
  metaDescription: { explanation: 'Description for search engines; by default the beginning of the texts.', width: 32 },
  sourceId: {
    explanation: "The product's id in another system, by which it is recognised under a new slug.",
    width: 14,
  },
}

/** The columns `Option 1 name`, `Option 1 value` and so on. */
export const OPTION_EXPLANATIONS: readonly [name: Column, value: Column] = [
  {
    explanation:
      'How the variants of the product differ, such as Colour. It is read from the first row of the product.',
    width: 14,
  },
  { explanation: 'The value of this variant, such as Moss.', width: 14 },
]
