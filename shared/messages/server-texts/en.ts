import type { FamilyMode } from '../../listing-query.ts'

/** Texts that browsers do not load for every page. */
export const texts = {
  /** A text after its label, such as the name of an attribute. */
  labelled: (label: string, text: string) => `${label}: ${text}`,
  /** Texts about order terms. */
  order: {
    names: { packSize: 'Pack size', minimumQuantity: 'Minimum quantity', leadTime: 'Lead time' },
    /** @param text one or two numbers; `last` is the last of them */
    days: (last: number, text: string) => `${text} ${last === 1 ? 'day' : 'days'}`,
    packs: (size: string) => `Sold in packs of ${size} pieces.`,
    minimum: (quantity: string) => `The minimum quantity is ${quantity} pieces.`,
    packsAndMinimum: (size: string, quantity: string) => `Sold in packs of ${size} pieces, from ${quantity} pieces.`,
    next: 'A quantity that fits: {quantity}.',
    use: 'Use {quantity}',
    returned: 'Some quantities do not fit the packs. Please change them, or send the enquiry as it is.',
  },
  /** What a price per unit refers to, after a slash. */
  prices: { piece: 'piece', pieces: (count: string) => `${count} pieces` },
  /** Texts about products that are no longer offered. */
  discontinued: {
    state: 'Discontinued',
    notice: 'This product is no longer available.',
    successor: 'Its successor',
    equivalents: 'Equivalent to',
    replaces: 'Replaces',
  },
  /** Texts about who is responsible for a product, and about its warnings. */
  safety: {
    heading: 'Manufacturer and safety',
    manufacturer: 'Manufacturer',
    responsiblePerson: 'Responsible person in the EU',
    information: 'Safety information',
  },
  /** Texts that only mails use. */
  mail: {
    link: 'Product page',
    ownerSubject: (reference: string) => `Enquiry ${reference}`,
    visitorSubject: (reference: string, siteName: string) => `Your enquiry ${reference} to ${siteName}`,
    thanks: 'Thank you for your enquiry. We will answer by e-mail or phone.',
    lookUp: 'You can use the reference to see the status of your enquiry:',
    copy: 'Your enquiry:',
    reason: (siteName: string) =>
      `You get this mail because your address was entered in the enquiry form of ${siteName}. If that was not you, please ignore this mail.`,
  },
  /** Texts of the form in which a list is pasted; pages get them with their data. */
  pastedList: {
    heading: 'Paste a list',
    hint: 'Part numbers and quantities, one product in each line, as in a spreadsheet or a mail.',
    example: 'For example: {one} or {other}',
    text: 'Your list',
    file: 'Or a CSV file',
    find: 'Find the products',
    searching: 'Looking up the list.',
    found: 'Found: {found} of {all}',
    check: 'Check the lines',
    line: 'Line',
    lookUpAgain: 'Look up changed lines',
    product: 'Product',
    choose: 'Please choose',
    asText: 'Add to my message',
    leaveOut: 'Leave out',
    states: {
      found: 'Found',
      several: 'Several products match',
      similar: 'Not found. Similar products can be chosen.',
      missing: 'Not found',
    },
    search: 'Search',
    unclear: 'The quantity is not clear: {quantity}',
    noQuantity: 'No quantity in this line',
    chooseProduct: 'Please choose a product, or add the line to your message.',
    add: 'Add to the list',
    discard: 'Discard',
    added: 'Added to the list: {products}. Added to your message: {lines}.',
    left: 'Still to be decided: {lines}',
    messageFull: 'Your message is full. Please leave lines out or shorten it.',
    empty: 'Please paste a list or choose a file with one.',
    tooLong: 'The list is too long. It can have at most {kilobytes} KB.',
    cut: 'The list is too long. Only its first {lines} lines were read.',
    failed: 'The list could not be looked up. It is still here. Please try again in a moment.',
    tooMany: 'You have looked up many lists in a short time. Please try again in a minute.',
  },
  /** Texts of what visitors take away from a list; pages get them with their data. */
  takeAway: {
    download: 'Download as CSV',
    copy: 'Copy as cells',
    copied: 'Copied. You can paste the cells into a spreadsheet.',
    notCopied: 'The browser did not allow copying. Please download the file instead.',
    address: 'Address',
    list: 'enquiry-list',
    comparison: 'comparison',
    useAgain: 'Put these products on the enquiry list',
  },
  /** Texts about families in lists. */
  family: {
    family: 'Family',
    /** Label of the choice between the modes. */
    rows: 'Rows',
    modes: { rows: 'Families', products: 'Products' } satisfies Record<FamilyMode, string>,
    /** @param text the formatted count, as for `sizeCount` */
    rowCount: (count: number, text: string) => `${text} ${count === 1 ? 'row' : 'rows'}`,
    sizeCount: (count: number, text: string) => `${text} ${count === 1 ? 'size' : 'sizes'}`,
    to: 'to',
    inStock: (count: string, all: string) => `${count} of ${all} in stock`,
  },
  /** The attributes that an import of Google's product data names in English. */
  googleNames: {
    Color: 'Color',
    Size: 'Size',
    Material: 'Material',
    Pattern: 'Pattern',
    'Age group': 'Age group',
    Gender: 'Gender',
    Length: 'Length',
    Width: 'Width',
    Height: 'Height',
  },
}

export type ServerTexts = typeof texts
export type SafetyTexts = ServerTexts['safety']
export type GoogleName = keyof ServerTexts['googleNames']
export type PastedListTexts = ServerTexts['pastedList']
export type TakeAwayTexts = ServerTexts['takeAway']
