import './page.css'
import { categoryPath } from '../../../shared/urls.ts'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { CategoryLinks, CategoryTile } from '../../components/categories.tsx'
import { Link } from '../../base/link.tsx'
import { Listing, nameSearch } from '../../components/listing/listing.tsx'
import { useMessages } from '../../base/context.tsx'
import type { PageProps } from '../../base/view.ts'

export function Page({ data: { category, ancestors, listing, relaxations } }: PageProps<'category-category'>) {
  const messages = useMessages()
  const search = nameSearch(listing, messages)
  return (
    <div className="section">
      <header className="page-head">
        <Breadcrumb categories={ancestors} current={category.name} lang={category.lang} />
        <h1 lang={search ? messages.langAttribute : category.lang}>{search ?? category.name}</h1>
        {category.description ? (
          <p className="lead" lang={category.descriptionLang}>
            {category.description}
          </p>
        ) : null}
      </header>
      {category.children.length > 0 ? (
        <nav aria-label={messages.subcategories}>
          {category.allChildren ? (
            <>
              <ul className="chips cluster on-screen">
                {category.children.map(({ slug, name, lang }) => (
                  <li key={slug}>
                    <Link className="chip" to={categoryPath(slug)} lang={lang}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
              <details className="all-subcategories">
                <summary>{category.allChildren.label}</summary>
                <CategoryLinks categories={category.allChildren.categories} />
              </details>
            </>
          ) : (
            <ul className="subcategories">
              {category.children.map((child) => (
                <CategoryTile key={child.slug} category={child} place="row" />
              ))}
            </ul>
          )}
        </nav>
      ) : null}
      <Listing listing={listing} relaxations={relaxations} path={categoryPath(category.slug)} />
    </div>
  )
}
