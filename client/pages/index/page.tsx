import './page.css'
import type { Hero } from '../../../shared/catalog.ts'
import { Link } from '../../base/link.tsx'
import { CategoryTile } from '../../components/category-tile.tsx'
import { ProductSection } from '../../components/product-card.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { useFrame, usePageNames } from '../../base/frame-context.ts'
import { SiteLink } from '../../components/site-link.tsx'
import { useMessages } from '../../base/messages-context.ts'
import type { PageProps } from '../../base/page-component.ts'

export function Page({ data }: PageProps<'index'>) {
  const messages = useMessages()
  const names = usePageNames()
  const { hero, categories, featured, newest } = data
  const { categoryCount } = useFrame()
  return (
    <>
      <HeroSection hero={hero} placeholder={data.heroPlaceholder} />
      {newest.length === 0 ? <p className="section lead">{messages.nothingYet}</p> : null}
      {categories.length > 0 ? (
        <section className="section">
          <div className="section-head">
            <h2>{names.categories}</h2>
            {categoryCount > categories.length ? (
              <Link to="/category" className="quiet-link" suppressHydrationWarning>
                {messages.allOfCategories(categoryCount)}
              </Link>
            ) : null}
          </div>
          <ul className="home-categories">
            {categories.map((category) => (
              <CategoryTile key={category.slug} category={category} />
            ))}
          </ul>
        </section>
      ) : null}
      <ProductSection heading={messages.featured} products={featured} />
      <ProductSection heading={messages.newest} products={newest}>
        <Link to="/products" className="quiet-link">
          {names.allProducts}
        </Link>
      </ProductSection>
    </>
  )
}

function HeroSection({ hero, placeholder }: { readonly hero: Hero; readonly placeholder: string | null }) {
  return (
    <section className="hero">
      {hero.image ? <ProductImage image={hero.image} place="hero" isPriority placeholder={placeholder} /> : null}
      <div className="hero-text">
        <h1>{hero.title}</h1>
        {hero.text ? <p className="lead">{hero.text}</p> : null}
        {hero.link ? <SiteLink link={hero.link} className="button" /> : null}
      </div>
    </section>
  )
}
