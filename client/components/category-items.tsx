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
  const { categories, allCategories } = useFrame()
  return (
    <>
      {categories.map(({ slug, name, lang }) => (
        <li key={slug}>
          <PageLink to={categoryPath(slug)} className={className} lang={lang}>
            {name}
          </PageLink>
        </li>
      ))}
      {allCategories ? (
        <li lang={messages.langAttribute}>
          <PageLink to="/category" className={className}>
            {allCategories}
          </PageLink>
        </li>
      ) : null}
    </>
  )
}
