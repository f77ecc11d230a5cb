import type { ComponentType, ReactNode } from 'react'
import type { HttpErrorBody } from '../shared/http-error.ts'
import { defaultStatusMessage } from '../shared/http-error.ts'
import type { AnyLoadedPage, Frame } from '../shared/page-data.ts'
import { ROUTES, type LayoutName } from '../shared/routes.ts'
import { FrameContext } from './frame-context.ts'
import { DefaultLayout } from './layouts/default/default-layout.tsx'
import type { PageComponent } from './pages.ts'
import { ErrorPage } from './pages/error/error-page.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'

/** A page with its component, or an error: all that is drawn between the layout's ends. */
export type View = { readonly page: AnyLoadedPage; readonly Page: PageComponent } | { readonly error: HttpErrorBody }

const LAYOUTS: Readonly<Record<LayoutName, ComponentType<{ children: ReactNode }>>> = { default: DefaultLayout }
const DEFAULT_LAYOUT: LayoutName = 'default'

/** The site, drawn alike by the server and the browser, inside a router. */
export function App({ frame, view }: { readonly frame: Frame; readonly view: View }) {
  return <FrameContext value={frame}>{'error' in view ? <ErrorView error={view.error} /> : <PageView {...view} />}</FrameContext>
}

function PageView({ page, Page }: Extract<View, { page: AnyLoadedPage }>) {
  const Layout = LAYOUTS[ROUTES[page.name].layout ?? DEFAULT_LAYOUT]
  return (
    <Layout>
      <Page data={page.data} params={page.params} />
    </Layout>
  )
}

/** A fatal error stands alone; any other one keeps the layout, and with it the ways on. */
function ErrorView({ error }: { readonly error: HttpErrorBody }) {
  const { statusCode, statusMessage, fatal, stack } = error
  const Content = statusCode === 404 ? NotFoundPage : ErrorPage
  const content = (
    <Content
      statusCode={statusCode}
      statusMessage={defaultStatusMessage(statusCode)}
      description={statusMessage}
      {...(stack === undefined ? {} : { stack })}
    />
  )
  const Layout = LAYOUTS[DEFAULT_LAYOUT]
  return fatal ? <main>{content}</main> : <Layout>{content}</Layout>
}
