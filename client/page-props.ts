import type { PageDataByRoute } from '../shared/page-data.ts'
import type { RouteName } from '../shared/routes.ts'

/** What a page component receives. */
export interface PageProps<Name extends RouteName> {
  readonly data: PageDataByRoute[Name]
  readonly params: Readonly<Record<string, string>>
}
