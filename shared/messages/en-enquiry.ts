import type { EnquiryState } from '../enquiry-fields.ts'
import type { FormatCount } from './messages.ts'

/** The texts of the contact page's form and of its mails. */
export const createEnquiryTexts = (formatCount: FormatCount) => ({
  enquiry: {
    heading: 'Write to us',
    optional: 'optional',
    requestLegend: 'Your request',
    request: 'What would you like to know?',
    detailsLegend: 'Your details',
    name: 'Name',
    email: 'E-mail',
    phone: 'Telephone',
    preferredTimeLegend: 'Preferred time',
    preferredTimeHint: 'When may we call you or expect you? You may leave it open.',
    noPreferredTime: 'None',
    reviewHeading: 'Review',
    change: (part: string) => `Change: ${part}`,
    changeShort: 'Change',
    notSent: 'The enquiry could not be sent just now. Nothing is lost: please try again in a moment.',
    tooMany: 'You have sent many enquiries in a short time. Nothing is lost: please try again in a few minutes.',
    honeypot: 'Please leave this empty',
    send: 'Send the enquiry',
    summary: 'Please check these fields',
    busy: 'The enquiry could not be stored just now. Nothing is lost: please send it again in a moment.',
    sentHeading: 'Thank you, your enquiry has arrived',
    sentReference: 'Your reference',
    sentHint:
      'Keep the reference: with it you can look up below whether the enquiry has been answered. The answer itself comes by e-mail or telephone.',
    another: 'Write another enquiry',
    lookupHeading: 'Look up an enquiry',
    lookupHint: 'Eight letters and digits, shown when you sent the enquiry.',
    reference: 'Reference',
    lookUp: 'Look up',
    unknown: (typed: string) =>
      `There is no enquiry with the reference ${typed}. Please compare it with the one you were given.`,
    status: 'Status',
    states: { received: 'Received, not answered yet', answered: 'Answered' } satisfies Record<EnquiryState, string>,
    receivedOn: 'Received on',
    answeredOn: 'Answered on',
    product: 'Product',
    variant: 'Variant',
    productPage: 'Product page',
    mailSubject: (reference: string) => `Enquiry ${reference}`,
  },
  enquiryErrors: {
    text: 'Please enter text.',
    tooLong: (length: number) => `Please use at most ${formatCount(length)} characters.`,
    product: 'There is no such product.',
    request: 'Please write what you would like to know.',
    name: 'Please give your name.',
    email: 'Please give an e-mail address such as name@example.com.',
    phone: 'This telephone number is not complete.',
    preferredTime: 'Please give a day and a time, or neither.',
    preferredTimePast: 'Please choose a day that is still to come, or today.',
    preferredTimeLate: 'This day is too far away.',
  },
})

export type CreateEnquiryTexts = typeof createEnquiryTexts
