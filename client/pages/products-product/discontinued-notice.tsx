import type { Discontinued } from '../../../shared/shown-product.ts'
import { productPath } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/messages-context.ts'

export function DiscontinuedNotice({ discontinued: { notice, successor } }: { readonly discontinued: Discontinued }) {
  const { langAttribute } = useMessages()
  return (
    <div className="product-discontinued">
      <p lang={langAttribute}>{notice}</p>
      {successor ? (
        <p>
          <span lang={langAttribute}>{successor.label}</span>{' '}
          <Link to={productPath(successor.slug)} lang={successor.lang}>
            {successor.name}
          </Link>
        </p>
      ) : null}
    </div>
  )
}
