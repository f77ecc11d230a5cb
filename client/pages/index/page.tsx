import './page.css'
import { Link } from '../../base/link.tsx'
import { CategoryTile } from '../../components/categories.tsx'
import { ProductSection } from '../../components/product-card.tsx'
import { PriceNotes } from '../../components/price.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { ProductSearch } from '../../components/search-input.tsx'
import { useFrame, usePageNames, useMessages } from '../../base/context.tsx'
import { SiteLink } from '../../components/site-link.tsx'
import type { PageProps } from '../../base/view.ts'

export function Page({ data }: PageProps<'index'>) {
  const messages = useMessages()
  const names = usePageNames()
  const { categories, featured, newest } = data
  const { allCategories } = useFrame()
  return (
    <>
      <HeroSection data={data} />
      {categories.length > 0 ? (
        <section className="section">
          <div className="section-head">
            <h2>{names.categories}</h2>
            {allCategories ? (
              <Link to="/category" className="quiet-link">
                {allCategories}
              </Link>
            ) : null}
          </div>
          <ul className="home-categories product-grid">
            {categories.map((category) => (
              <CategoryTile
                key={category.slug}
                category={category}
                place={categories.length > 2 ? 'tile' : 'gallery'}
              />
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
      <PriceNotes notes={data.priceNotes} isSection />
    </>
  )
}

/** From this number of characters on, a title without a picture is set smaller. */
const LONG_TITLE = 20

function HeroSection({ data }: Pick<PageProps<'index'>, 'data'>) {
  const messages = useMessages()
  const names = usePageNames()
  const { hero, newest, linksToAbout } = data
  const isLong = !hero.image && hero.title.length >= LONG_TITLE
  return (
    <section className="hero stack">
      {hero.image ? (
        <ProductImage image={hero.image} place="hero" isPriority placeholder={data.heroPlaceholder} />
      ) : null}
      <div className="hero-text stack">
        <h1 data-long={isLong ? '' : undefined} lang={hero.lang}>
          {hero.title}
        </h1>
        {hero.text ? (
          <p className="lead" lang={hero.lang}>
            {hero.text}
          </p>
        ) : null}
        {newest.length === 0 ? <p className="lead">{messages.nothingYet}</p> : null}
        <div className="hero-ways row">
          {hero.image || newest.length === 0 ? null : <ProductSearch />}
          {hero.link ? <SiteLink {...hero.link} className="button" /> : null}
          {linksToAbout ? (
            <Link to="/about" className="quiet-link">
              {names.about}
            </Link>
          ) : null}
        </div>
      </div>
    </section>
  )
}
