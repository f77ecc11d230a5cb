import { Fragment, type ComponentType } from 'react'
import type { HttpErrorBody } from '../shared/http-error.ts'
import type { ShownFrame } from '../shared/page-data.ts'
import type { Messages } from '../shared/messages/messages.ts'
import type { LayoutName } from '../shared/routes.ts'
import { CarriedList, FrameContext, MessagesContext } from './base/context.tsx'
import { DefaultLayout } from './layouts/default/default-layout.tsx'
import { ErrorPage } from './pages/error/error-page.tsx'
import { NotFoundPage } from './pages/error/not-found-page.tsx'
import { PageRoutes } from './base/routes.tsx'
import { identifyView, type AppPart, type LayoutProps, type View } from './base/view.ts'

const LAYOUTS: Readonly<Record<LayoutName | 'none', ComponentType<LayoutProps>>> = {
  default: DefaultLayout,
  none: NoLayout,
}

interface AppProps {
  readonly frame: ShownFrame
  readonly messages: Messages
  readonly view: View
  readonly part?: AppPart
}

/** Marks where the page belongs in a layout that is rendered without one. */
export const PAGE_PLACEHOLDER = <template id="page" />

/** The React keys remount a page only if its route or parameters change. */
export function App({ frame, messages, view, part }: AppProps) {
  const { layout, page } = identifyView(view)
  const Layout = LAYOUTS[layout]
  return (
    <FrameContext value={frame}>
      <MessagesContext value={messages}>
        <CarriedList>
          <Layout key={layout} part={part} view={view}>
            {part === 'layout' ? (
              PAGE_PLACEHOLDER
            ) : (
              <Fragment key={page}>
                {'error' in view ? <ErrorContent {...view.error} /> : <PageRoutes view={view} />}
              </Fragment>
            )}
          </Layout>
        </CarriedList>
      </MessagesContext>
    </FrameContext>
  )
}

function ErrorContent(error: HttpErrorBody) {
  const Content = error.statusCode === 404 || error.statusCode === 410 ? NotFoundPage : ErrorPage
  return <Content {...error} />
}

function NoLayout({ children }: Pick<LayoutProps, 'children'>) {
  return <main>{children}</main>
}
