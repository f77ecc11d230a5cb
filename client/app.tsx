import { Fragment, type ComponentType, type ReactNode } from 'react'
import { statusName, type HttpErrorBody } from '../shared/http-error.ts'
import type { ShownFrame } from '../shared/page-data.ts'
import type { Messages } from '../shared/messages/messages.ts'
import type { LayoutName } from '../shared/routes.ts'
import { CarriedList, FrameContext, MessagesContext } from './base/context.tsx'
import { DefaultLayout } from './layouts/default/default-layout.tsx'
import { ErrorPage } from './pages/error/error-page.tsx'
import { NotFoundPage } from './pages/error/not-found-page.tsx'
import { PageRoutes } from './base/routes.tsx'
import { identifyView, type AppPart, type View } from './base/view.ts'

interface LayoutProps {
  readonly children: ReactNode
  readonly part: AppPart | undefined
  readonly view: View
}

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
  const { statusCode, statusMessage, stack, fatal } = error
  if (statusCode === 404 || statusCode === 410) return <NotFoundPage description={statusMessage} isFatal={fatal} />
  return (
    <ErrorPage statusCode={statusCode} statusMessage={statusName(error)} description={statusMessage} stack={stack} />
  )
}

function NoLayout({ children }: Pick<LayoutProps, 'children'>) {
  return <main>{children}</main>
}
