import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../shared/constants.ts'
import { stringifyForHtml } from '../../shared/escape.ts'
import type { ClientSettings, DocumentData, OpenedDocument, ShownFrame } from '../../shared/document-data.ts'
import type { AnyLoadedPage, Frame, PageView } from '../../shared/page-data.ts'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import type { BuildManifest } from './build-manifest.ts'

interface DocumentDataOptions {
  readonly frame: Frame
  readonly view: PageView
  readonly build: BuildManifest
  readonly settings: ClientSettings
}

/**
 * The data that the browser needs for hydration, as JSON for a `<script>`.
 * @param missing names of the deferred values that follow in blocks of their own
 */
export function writeDocumentData(
  { frame, view, build, settings }: DocumentDataOptions,
  missing: readonly string[],
): string {
  const own: Omit<DocumentData, 'frame'> = {
    buildId: build.id,
    ...(isUsual(settings) ? {} : { settings }),
    ...(build.isDevelopment && { styles: listStyles(build) }),
    ...('error' in view ? { error: view.error } : { page: omitMissing(view, missing) }),
    ...(missing.length > 0 && { deferred: missing }),
  }
  return `{"frame":${writeFrame(frame)},${stringifyForHtml(own).slice(1)}`
}

const writtenFrames = new WeakMap<Frame, string>()

/** The frame is the same object on every page until the catalogue changes. */
function writeFrame(frame: Frame): string {
  let written = writtenFrames.get(frame)
  if (written === undefined) {
    const shown: DocumentData['frame'] = selectShown(frame)
    writtenFrames.set(frame, (written = stringifyForHtml(shown)))
  }
  return written
}

function isUsual({ buildCheckIntervalMs, httpBaseUrl }: ClientSettings): boolean {
  return buildCheckIntervalMs === BUILD_CHECK_INTERVAL_MS && httpBaseUrl === HTTP_BASE_URL
}

function listStyles({ pages }: BuildManifest): OpenedDocument['styles'] {
  return Object.fromEntries(ROUTE_NAMES.map((name) => [name, pages[name].styles])) as OpenedDocument['styles']
}

function selectShown({ site, ...frame }: Frame): ShownFrame {
  const {
    name,
    pageTitles,
    locale,
    currency,
    timeZone,
    navigation,
    logo,
    contact: { openingHours: _hours, ...contact },
  } = site
  return {
    ...frame,
    site: { name, locale, currency, timeZone, navigation, logo, contact, ...(pageTitles && { pageTitles }) },
  }
}

/** The page as its payload has it, without the deferred values that are still missing. */
function omitMissing(page: AnyLoadedPage, missing: readonly string[]): AnyLoadedPage {
  if (missing.length === 0) return page
  const data = Object.fromEntries(Object.entries(page.data).filter(([name]) => !missing.includes(name)))
  return { ...page, data } as unknown as AnyLoadedPage
}
