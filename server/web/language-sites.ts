import type { RequestListener } from 'node:http'
import { languageKey } from '../../shared/languages.ts'
import type { AppContext } from './app-context.ts'
import { createApp, type SharedLimits } from './app.ts'
import { PageRenders } from './page/page-renders.ts'
import type { CommonHeaders } from './response-headers.ts'

interface LanguageSite {
  readonly context: AppContext
  readonly renders: PageRenders
  readonly app: RequestListener
}

/** The first part of a path, if it may be a language (BCP 47, in lower case): pages have at least five letters. */
const LANGUAGE_PREFIX = /^\/([a-z]{2,3}(?:-[a-z0-9]{2,8})*)(?=[/?]|$)/

/** Further languages than the first are created on first use. */
export class LanguageSites {
  readonly main: LanguageSite
  readonly #commonHeaders: CommonHeaders
  readonly #limits: SharedLimits
  readonly #others = new Map<string, LanguageSite>()

  constructor(context: AppContext, commonHeaders: CommonHeaders, limits: SharedLimits) {
    this.#commonHeaders = commonHeaders
    this.#limits = limits
    this.main = this.#create(context)
  }

  static isCandidate(url: string): boolean {
    return LANGUAGE_PREFIX.test(url)
  }

  /** Finds the site in a URL's language, or else in the first one. */
  async find(url: string): Promise<LanguageSite> {
    const [, key] = LANGUAGE_PREFIX.exec(url) ?? []
    if (key === undefined) return this.main
    const known = this.#others.get(key)
    const { catalog } = this.main.context
    try {
      const { languages = [] } = await catalog.readSite()
      if (!languages.slice(1).some((tag) => languageKey(tag) === key)) return this.main
      const store = await catalog.inLanguage(key)
      if (!store) return this.main
      const site = known ?? this.#create(inLanguage(this.main.context, { store, base: `/${key}` }))
      this.#others.set(key, site)
      return site
    } catch {
      // While the database is unavailable, cached pages are sent in the languages used before.
      return known ?? this.main
    }
  }

  #create(context: AppContext): LanguageSite {
    const renders = new PageRenders(context, this.#commonHeaders)
    return { context, renders, app: createApp(context, this.#commonHeaders, renders, this.#limits) }
  }
}

/** Languages share the rest of the context, some of which changes while the server runs. */
function inLanguage(main: AppContext, own: Pick<AppContext, 'store' | 'base'>): AppContext {
  return Object.assign(Object.create(main) as AppContext, own)
}
