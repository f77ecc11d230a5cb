import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Suspense, use } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { App } from '../../../client/app.tsx'
import { useMessages } from '../../../client/base/messages-context.ts'
import { NEUTRAL_SITE } from '../../../server/catalog/rules/neutral-site.ts'
import { buildPageLinks } from '../../../server/catalog/rules/owner-pages.ts'
import { messagesFor } from '../../../server/platform/language.ts'
import type { AnyLoadedPage } from '../../../shared/page-data.ts'

const PAGE: AnyLoadedPage = {
  name: 'about',
  params: {},
  data: { aboutHtml: null },
  head: { title: '', description: '', canonicalPath: '/about', robots: 'index' },
}

/** Renders the app with a page that has one part before and one part after `late` is resolved. */
function startRender(locale: string, late: Promise<void>) {
  const shell = Promise.withResolvers<void>()
  const Page = () => (
    <>
      <Count />
      <Suspense>
        <LateCount late={late} />
      </Suspense>
    </>
  )
  const stream = renderToPipeableStream(
    <StaticRouter location="/about">
      <App
        frame={{
          id: '',
          site: { ...NEUTRAL_SITE, locale },
          siteUrl: 'https://shop.example',
          categories: [],
          allCategories: null,
          ...buildPageLinks(NEUTRAL_SITE),
        }}
        messages={messagesFor({ locale })}
        view={{ page: PAGE, Page }}
      />
    </StaticRouter>,
    { onShellReady: shell.resolve, onError: shell.reject },
  )
  return { shell: shell.promise, html: text(stream.pipe(new PassThrough())) }
}

function Count() {
  return <b>{useMessages().productCount(1234)}</b>
}

function LateCount({ late }: { readonly late: Promise<void> }) {
  use(late)
  return <Count />
}

test('concurrent renders that wait for data each keep their own language', async () => {
  const late = Promise.withResolvers<void>()
  const renders = ['de', 'en', 'es', 'sv'].map((locale) => startRender(locale, late.promise))
  await Promise.all(renders.map(({ shell }) => shell))
  late.resolve()
  const pages = await Promise.all(renders.map(({ html }) => html))
  const counts = pages.map((html) => Array.from(html.matchAll(/<b>(.*?)<\/b>/g), ([, count]) => count))
  expect(counts).toEqual(
    ['1.234 Produkte', '1,234 products', '1234 productos', '1\u00A0234 products'].map((count) => [count, count]),
  )
})
