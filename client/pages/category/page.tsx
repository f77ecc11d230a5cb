import './page.css'
import { categoryPath } from '../../../shared/urls.ts'
import { CategoryLinks, CategoryTile } from '../../components/categories.tsx'
import { Link } from '../../base/link.tsx'
import { usePageNames } from '../../base/context.tsx'
import type { PageProps } from '../../base/view.ts'

const PRIORITY_TILES = 3

export function Page({ data: { tiles, groups } }: PageProps<'category'>) {
  const names = usePageNames()
  return (
    <div className="section">
      <header className="page-head">
        <h1>{names.categories}</h1>
        {tiles.length === 0 && groups.length === 0 ? (
          <Link to="/products" className="button">
            {names.allProducts}
          </Link>
        ) : null}
      </header>
      {tiles.length > 0 ? (
        <ul className="category-tree product-grid">
          {tiles.map((tile, index) => (
            <li key={tile.slug}>
              <ul>
                <CategoryTile category={tile} isPriority={index < PRIORITY_TILES} />
              </ul>
              {tile.description ? <p lang={tile.descriptionLang}>{tile.description}</p> : null}
              <CategoryLinks categories={tile.branches} />
              {tile.allBranches ? (
                <Link to={categoryPath(tile.slug)} className="quiet-link">
                  {tile.allBranches}
                </Link>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {groups.length > 0 ? (
        <div className="category-groups">
          {groups.map(({ heading, categories }) => (
            <section key={heading}>
              {heading === null ? null : <h2>{heading}</h2>}
              <CategoryLinks categories={categories} />
            </section>
          ))}
        </div>
      ) : null}
    </div>
  )
}
