import type { ComponentType, ReactNode } from 'react'
import type { HttpErrorBody } from '../shared/http-error.ts'
import { defaultStatusMessage } from '../shared/http-error.ts'
import type { ShownFrame } from '../shared/document-data.ts'
import type { AnyLoadedPage } from '../shared/page-data.ts'
import { ROUTES, type LayoutName } from '../shared/routes.ts'
import { Transition } from './components/transition.tsx'
import { FrameContext } from './frame-context.ts'
import { DefaultLayout } from './layouts/default/default-layout.tsx'
import type { PageComponent } from './pages.ts'
import { ErrorPage } from './pages/error/error-page.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'

/** A page with its component, or an error: all that is drawn between the layout's ends. */
export type View = { readonly page: AnyLoadedPage; readonly Page: PageComponent } | { readonly error: HttpErrorBody }

const LAYOUTS: Readonly<Record<LayoutName | 'none', ComponentType<{ children: ReactNode }>>> = { default: DefaultLayout, none: NoLayout }
const DEFAULT_LAYOUT: LayoutName = 'default'

/** The site, drawn alike by the server and the browser, inside a router. */
export function App({ frame, view }: { readonly frame: ShownFrame; readonly view: View }) {
  return <FrameContext value={frame}>{'error' in view ? <ErrorView error={view.error} /> : <PageView {...view} />}</FrameContext>
}

function PageView({ page: { name, params, data }, Page }: Extract<View, { page: AnyLoadedPage }>) {
  return (
    <InLayout name={ROUTES[name].layout ?? DEFAULT_LAYOUT} pageKey={[name, ...Object.values(params)].join('/')}>
      <Page data={data} params={params} />
    </InLayout>
  )
}

/** A fatal error stands alone; any other one keeps the layout, and with it the ways on. */
function ErrorView({ error }: { readonly error: HttpErrorBody }) {
  const { statusCode, statusMessage, fatal, stack } = error
  const Content = statusCode === 404 ? NotFoundPage : ErrorPage
  return (
    <InLayout name={fatal ? 'none' : DEFAULT_LAYOUT} pageKey={`error ${statusMessage}`}>
      <Content
        statusCode={statusCode}
        statusMessage={defaultStatusMessage(statusCode)}
        description={statusMessage}
        {...(stack === undefined ? {} : { stack })}
      />
    </InLayout>
  )
}

interface InLayoutProps {
  readonly name: LayoutName | 'none'
  /** Another page, or the same with other parameters, comes in by a transition; another query alone does not. */
  readonly pageKey: string
  readonly children: ReactNode
}

/** A page in its layout. Where the layout is another one it is the layout that changes, with all that is in it. */
function InLayout({ name, pageKey, children }: InLayoutProps) {
  const Layout = LAYOUTS[name]
  return (
    <Transition key={name} default="none" enter="layout" exit="layout">
      <Layout>
        <Transition key={pageKey} default="none" enter="page" exit="page">
          {children}
        </Transition>
      </Layout>
    </Transition>
  )
}

function NoLayout({ children }: { readonly children: ReactNode }) {
  return <main>{children}</main>
}
