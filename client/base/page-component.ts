import type { ComponentType } from 'react'
import type { PageDataByRoute } from '../../shared/page-data.ts'
import type { RouteName } from '../../shared/routes.ts'

export interface PageProps<Name extends RouteName> {
  readonly data: PageDataByRoute[Name]
  readonly params: Readonly<Record<string, string>>
}

export type PageComponent<Name extends RouteName = RouteName> = ComponentType<PageProps<Name>>
