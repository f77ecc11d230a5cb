import { categoryPath } from '../../shared/urls.ts'
import { useFrame } from '../base/frame-context.ts'
import { useMessages } from '../base/messages-context.ts'
import { Link, type NavigationLink } from '../base/link.tsx'

interface CategoryItemsProps {
  readonly PageLink?: typeof Link | typeof NavigationLink
  readonly className?: string | undefined
}

export function CategoryItems({ PageLink = Link, className }: CategoryItemsProps) {
  const messages = useMessages()
  const { categories, categoryCount } = useFrame()
  return (
    <>
      {categories.map(({ slug, name, lang }) => (
        <li key={slug}>
          <PageLink to={categoryPath(slug)} className={className} lang={lang}>
            {name}
          </PageLink>
        </li>
      ))}
      {categoryCount > categories.length ? (
        <li lang={messages.langAttribute}>
          <PageLink to="/category" className={className} suppressHydrationWarning>
            {messages.allOfCategories(categoryCount)}
          </PageLink>
        </li>
      ) : null}
    </>
  )
}
