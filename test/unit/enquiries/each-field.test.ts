import { expect, test } from 'vitest'
import { findErroredStep } from '../../../client/pages/contact/enquiry-steps.ts'
import { writeEnquiriesCsv } from '../../../server/enquiries/enquiries-csv.ts'
import { buildConfirmationMail, buildOwnerMail } from '../../../server/enquiries/enquiry-mail.ts'
import { buildDeduplication } from '../../../server/enquiries/form-limits.ts'
import type { StoredEnquiry } from '../../../server/enquiries/stored-enquiry.ts'
import { ENQUIRY_FIELDS, type EnquiryField } from '../../../shared/enquiry-fields.ts'
import { ENQUIRY } from '../../support/enquiries.ts'

const NOW = new Date('2026-03-10T09:00:00Z')
const STORED: StoredEnquiry = {
  ...ENQUIRY,
  items: [],
  reference: 'ABCD2345',
  receivedAt: NOW.toISOString(),
  answeredAt: null,
}
const CONTEXT = { owner: 'owner@shop.example', siteName: 'Tornio', siteUrl: 'https://shop.example', locale: 'en' }

/** A text that is valid in the field; others may be an address of the web. */
const OTHER_TEXTS: Partial<Record<EnquiryField, string>> = {
  email: 'other@visitor.example',
  preferredTime: '2460-05-02T13:00',
}

test.each(ENQUIRY_FIELDS)(
  'the field %s is in mails, without links in the copy for the visitor, in the CSV export and in the key of duplicates, and its errors are shown in a step',
  (field) => {
    const other = { ...STORED, [field]: OTHER_TEXTS[field] ?? 'https://other.example' }
    const write = {
      owner: (enquiry: StoredEnquiry) => buildOwnerMail(enquiry, CONTEXT).text,
      copy: (enquiry: StoredEnquiry) => buildConfirmationMail(enquiry, CONTEXT).text,
      csv: (enquiry: StoredEnquiry) => writeEnquiriesCsv([enquiry], 'UTC'),
      key: (enquiry: StoredEnquiry) => buildDeduplication(enquiry, { key: undefined, isSuspected: false }, NOW).key,
    }
    for (const [place, writeIn] of Object.entries(write)) expect(writeIn(other), place).not.toBe(writeIn(STORED))
    expect(write.copy(other)).not.toContain('https://other')
    expect(findErroredStep({ [field]: 'wrong' })).toBeDefined()
  },
)
