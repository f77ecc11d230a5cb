import { ROUTES } from '../../../shared/routes.ts'

/** Paths of the pages that every site has: those without parameters. */
export const STATIC_PATHS: readonly string[] = Object.values(ROUTES)
  .filter(({ path, isDevelopmentOnly }) => !path.includes(':') && !isDevelopmentOnly)
  .map(({ path }) => path)
