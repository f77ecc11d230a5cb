import type { RequestHandler, Response } from 'express'
import { languageKey } from '../../shared/languages.ts'
import type { CatalogPages } from '../catalog/store/catalog-pages.ts'
import type { AppContext } from './app-context.ts'

/** The site in the language of a request. */
export interface LanguageSite {
  /** Begins the paths of all pages: '' in the first language, otherwise such as '/de'. */
  readonly base: string
  readonly store: CatalogPages
}

/** The first part of a path, if it may be a language (BCP 47, in lower case): pages have at least five letters. */
const LANGUAGE_PREFIX = /^\/([a-z]{2,3}(?:-[a-z0-9]{2,8})*)(?=[/?]|$)/

/** Cuts a language off the path, so that the same routes match in all languages, and sets the request's site. */
export function chooseLanguage({ catalog }: Pick<AppContext, 'catalog'>): RequestHandler {
  const main: LanguageSite = { base: '', store: catalog }
  const used = new Map<string, LanguageSite>()

  const find = async (key: string): Promise<LanguageSite> => {
    try {
      const { languages = [] } = await catalog.readSite()
      if (!languages.slice(1).some((tag) => languageKey(tag) === key)) return main
      const store = await catalog.inLanguage(key)
      if (!store) return main
      const site = { base: `/${key}`, store }
      used.set(key, site)
      return site
    } catch {
      // While the database is unavailable, cached pages are sent in the languages used before.
      return used.get(key) ?? main
    }
  }

  return async (req, res, next) => {
    const [, key] = LANGUAGE_PREFIX.exec(req.url) ?? []
    const site = key === undefined ? main : await find(key)
    res.locals['site'] = site
    // The home page is '/de', without a slash at its end; '//' matches only the redirect.
    if (site !== main)
      req.url = req.url
        .slice(site.base.length)
        .replace(/^\/(?=$|\?)/, '//')
        .replace(/^(?!\/)/, '/')
    next()
  }
}

export function siteOf(res: Response): LanguageSite {
  return res.locals['site'] as LanguageSite
}

/** Passes only requests in the first language to a handler of files, which have no language. */
export function inFirstLanguage(handler: RequestHandler): RequestHandler {
  return (req, res, next) => (siteOf(res).base === '' ? handler(req, res, next) : next())
}
