import { Fragment, type ComponentType, type ReactNode } from 'react'
import { nameStatus, type HttpErrorBody } from '../shared/http-error.ts'
import type { ShownFrame } from '../shared/document-data.ts'
import type { LayoutName } from '../shared/routes.ts'
import { FrameContext } from './frame-context.ts'
import { DefaultLayout } from './layouts/default/default-layout.tsx'
import { ErrorPage } from './pages/error/error-page.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { identifyView, type View } from './view.ts'

interface LayoutProps {
  readonly children: ReactNode
  readonly isPageAlone: boolean
}

const LAYOUTS: Readonly<Record<LayoutName | 'none', ComponentType<LayoutProps>>> = { default: DefaultLayout, none: NoLayout }

interface AppProps {
  readonly frame: ShownFrame
  readonly view: View
  /** For the server, which has drawn what stands around the page before; in the browser it always belongs to it. */
  readonly isPageAlone?: boolean
}

/** The site, drawn alike by the server and the browser, inside a router. A page is made anew only where it is another one. */
export function App({ frame, view, isPageAlone = false }: AppProps) {
  const { layout, page } = identifyView(view)
  const Layout = LAYOUTS[layout]
  return (
    <FrameContext value={frame}>
      <Layout key={layout} isPageAlone={isPageAlone}>
        <Fragment key={page}>{'error' in view ? <ErrorContent {...view.error} /> : <view.Page data={view.page.data} params={view.page.params} />}</Fragment>
      </Layout>
    </FrameContext>
  )
}

function ErrorContent(error: HttpErrorBody) {
  const { statusCode, statusMessage, stack } = error
  const Content = statusCode === 404 ? NotFoundPage : ErrorPage
  return (
    <Content
      statusCode={statusCode}
      statusMessage={nameStatus(error)}
      description={statusMessage}
      {...(stack === undefined ? {} : { stack })}
    />
  )
}

function NoLayout({ children }: Pick<LayoutProps, 'children'>) {
  return <main>{children}</main>
}
