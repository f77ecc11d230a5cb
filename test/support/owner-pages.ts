import type { OwnerPage } from '../../shared/site.ts'

export function buildOwnerPage(values: Partial<OwnerPage> = {}): OwnerPage {
  return {
    slug: 'imprint',
    title: 'Imprint',
    description: null,
    links: ['footer'],
    role: null,
    position: null,
    html: '<p>Tornio, Ring 1, Kreiselau</p>',
    markdown: 'Tornio, Ring 1, Kreiselau',
    ...values,
  }
}
