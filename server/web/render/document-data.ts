import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../../shared/constants.ts'
import { stringifyForHtml } from '../../../shared/escape.ts'
import type { ClientSettings, DocumentData, OpenedDocument, ShownFrame } from '../../../shared/document-data.ts'
import type { AnyLoadedPage, Frame, PageView } from '../../../shared/page-data.ts'
import { ROUTE_NAMES } from '../../../shared/routes.ts'
import { selectPageWording } from '../../platform/language.ts'
import { listLaterScripts, type BuildManifest } from './build-manifest.ts'

interface DocumentDataOptions {
  readonly frame: Frame
  readonly view: PageView
  readonly build: BuildManifest
  readonly settings: ClientSettings
}

/** Writes the data for hydration as JSON. @param pending names of deferred values, which follow in separate scripts */
export function writeDocumentData(
  { frame, view, build, settings }: DocumentDataOptions,
  pending: readonly string[],
): string {
  const data: DocumentData = {
    frame: selectShown(frame),
    buildId: build.id,
    scripts: listLaterScripts(build, frame.site.locale, 'error' in view ? undefined : view.name),
    ...(isDefault(settings) ? {} : { settings }),
    ...(build.isDevelopment && { styles: listStyles(build) }),
    ...('error' in view ? { error: view.error } : { page: omitPending(view, pending) }),
    ...(pending.length > 0 && { deferred: pending }),
  }
  return stringifyForHtml(data)
}

function isDefault({ buildCheckIntervalMs, httpBaseUrl }: ClientSettings): boolean {
  return buildCheckIntervalMs === BUILD_CHECK_INTERVAL_MS && httpBaseUrl === HTTP_BASE_URL
}

function listStyles({ pages }: BuildManifest): OpenedDocument['styles'] {
  return Object.fromEntries(ROUTE_NAMES.map((name) => [name, pages[name].styles])) as OpenedDocument['styles']
}

function selectShown({ site, ...frame }: Frame): ShownFrame {
  const {
    name,
    pageTitles,
    wording,
    base,
    locale,
    timeZone,
    navigation,
    logo,
    contact: { openingHours: _hours, ...contact },
  } = site
  return {
    ...frame,
    site: {
      name,
      locale,
      timeZone,
      navigation,
      logo,
      contact,
      ...(base && { base }),
      ...(pageTitles && { pageTitles }),
      ...(wording && { wording: selectPageWording(wording) }),
    },
  }
}

function omitPending(page: AnyLoadedPage, pending: readonly string[]): AnyLoadedPage {
  if (pending.length === 0) return page
  const data = Object.fromEntries(Object.entries(page.data).filter(([name]) => !pending.includes(name)))
  return { ...page, data } as unknown as AnyLoadedPage
}
