import { RELATED_PRODUCTS_COUNT } from '../../../shared/constants.ts'
import { useMessages } from '../../base/messages-context.ts'

export function RelatedPlaceholder() {
  const messages = useMessages()
  return (
    <section className="section related" aria-busy="true" aria-label={messages.related}>
      <div className="section-head">
        <h2>{messages.related}</h2>
      </div>
      <div className="product-grid" aria-hidden="true">
        {Array.from({ length: RELATED_PRODUCTS_COUNT }, (_, index) => (
          <div key={index} className="card">
            <span className="picture" />
            <span className="card-name">&nbsp;</span>
            <p className="card-price">&nbsp;</p>
          </div>
        ))}
      </div>
    </section>
  )
}
