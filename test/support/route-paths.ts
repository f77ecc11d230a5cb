import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'

const PATTERNS = ROUTE_NAMES.map((name) => ROUTES[name].path)

/** @param params value of each parameter, such as `category` @throws if a value is missing */
export function listRoutePaths(params: Readonly<Record<string, string>>): readonly string[] {
  return PATTERNS.map((pattern) =>
    pattern.replace(/:(\w+)/g, (_parameter, key: string) => {
      const value = params[key]
      if (value === undefined) throw new Error(`listRoutePaths() needs a "${key}" for the route ${pattern}`)
      return value
    }),
  )
}
