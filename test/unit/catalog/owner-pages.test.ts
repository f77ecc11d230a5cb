import { expect, test } from 'vitest'
import type { OwnerPage } from '../../../shared/site.ts'
import { NEUTRAL_SITE } from '../../../server/catalog/rules/neutral-site.ts'
import { buildPageLinks, findPageOfRole, sortPages } from '../../../server/catalog/rules/owner-pages.ts'
import { listMissingPages } from '../../../server/catalog/rules/unfinished.ts'
import { buildOwnerPage } from '../../support/owner-pages.ts'

const imprint = buildOwnerPage()
const privacy = buildOwnerPage({ slug: 'privacy', title: 'Privacy', links: ['footer', 'menu'] })
const story = buildOwnerPage({ slug: 'größe', title: 'Story', links: ['menu'] })
const hidden = buildOwnerPage({ slug: 'campaign', title: 'Campaign', links: [] })

test('lists page links for menu and footer except those in the navigation, and the path of the privacy page', () => {
  const site = { ...NEUTRAL_SITE, pages: [imprint, privacy, story, hidden] }
  expect(buildPageLinks(site)).toEqual({
    pageLinks: {
      footer: [
        { label: 'Imprint', href: '/about/imprint' },
        { label: 'Privacy', href: '/about/privacy' },
      ],
      menu: [
        { label: 'Privacy', href: '/about/privacy' },
        { label: 'Story', href: '/about/gr%C3%B6%C3%9Fe' },
      ],
    },
    privacyPath: '/about/privacy',
  })
  const navigation = [{ label: 'Data', href: '/about/privacy' }]
  expect(buildPageLinks({ ...site, navigation })).toMatchObject({
    pageLinks: { footer: [{ label: 'Imprint' }], menu: [{ label: 'Story' }] },
    privacyPath: '/about/privacy',
  })
  expect(buildPageLinks(NEUTRAL_SITE)).toEqual({ pageLinks: { footer: [], menu: [] }, privacyPath: null })
})

test.each([
  ['privacy', [imprint, privacy], 'privacy'],
  ['privacy', [privacy, buildOwnerPage({ slug: 'data', role: 'privacy' })], 'data'],
  ['privacy', [buildOwnerPage({ slug: 'datenschutz' })], 'datenschutz'],
  ['imprint', [buildOwnerPage({ slug: 'aviso-legal' })], 'aviso-legal'],
  ['imprint', [buildOwnerPage({ role: 'privacy' })], undefined],
  ['imprint', [privacy, story], undefined],
] as const)('finds the %s page by its role, or else by its slug, among %j: %s', (role, pages, slug) => {
  expect(findPageOfRole(pages, role)?.slug).toBe(slug)
})

test('pages with a position come first, and the others follow in the order of their slugs', () => {
  const pages = [story, imprint, buildOwnerPage({ slug: 'terms', position: 10 }), { ...hidden, position: 2 }]
  expect(sortPages(pages).map(({ slug }) => slug)).toEqual(['campaign', 'terms', 'größe', 'imprint'])
})

const advise = (...pages: OwnerPage[]) => listMissingPages({ ...NEUTRAL_SITE, pages })

test('advises an imprint and a privacy page only if they are missing', () => {
  expect(advise(imprint, privacy)).toEqual([])
  expect(advise(imprint)).toEqual([
    'Some countries require an imprint and a privacy page. The site has no privacy page: if yours must have both, import a folder with pages/privacy.md.',
  ])
  expect(advise()).toEqual([
    expect.stringContaining(
      'no imprint and no privacy page: if yours must have both, import a folder with pages/imprint.md and pages/privacy.md.',
    ),
  ])
})
