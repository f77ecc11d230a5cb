import { useSitePath } from '../../base/site-path.ts'
import type { TakeAwayTexts } from '../../../shared/messages/server-texts/en.ts'
import { productPath } from '../../../shared/urls.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { TakeAway } from '../../components/take-away.tsx'
import type { AskedItem } from './use-listed-items.ts'

export function TakeListAway({
  items,
  texts,
}: {
  readonly items: readonly AskedItem[]
  readonly texts: TakeAwayTexts
}) {
  const { sku, enquiry } = useMessages()
  const { siteUrl } = useFrame()
  const sitePath = useSitePath()
  const { product, variant, quantity, note } = enquiry
  return (
    <TakeAway
      name="list"
      texts={texts}
      writeRows={() => [
        [product, variant, sku, quantity, note, texts.address],
        ...items.map((item) => [
          item.name,
          item.variantName ?? '',
          item.sku ?? '',
          item.quantityText,
          item.note,
          siteUrl + sitePath(productPath(item.product, item.variant ?? '')),
        ]),
      ]}
    />
  )
}
