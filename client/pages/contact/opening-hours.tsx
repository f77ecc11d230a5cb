import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'

export function OpeningHours({ hours }: { readonly hours: PageProps<'contact'>['data']['openingHours'] }) {
  const messages = useMessages()
  return (
    <div>
      <dt className="caption">{messages.openingHours}</dt>
      {hours.map(({ days, times }) => (
        <dd key={days + times} className="contact-hours">
          <span>{days}</span>
          <span>{times}</span>
        </dd>
      ))}
    </div>
  )
}
