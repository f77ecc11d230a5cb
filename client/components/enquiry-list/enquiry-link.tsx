import { listPath } from '../../../shared/enquiry-items.ts'
import { useMessages } from '../../base/context.tsx'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'
import { Icon } from '../icon.tsx'
import { Link } from '../../base/link.tsx'
import { useDeviceList } from './device-list.ts'

export function EnquiryLink() {
  const messages = useMessages()
  const items = useDeviceList()
  const { list, listOf } = messages.enquiryList
  return (
    <Tooltip text={list}>
      <Link
        to={listPath(items)}
        className="enquiry-link square"
        lang={messages.langAttribute}
        aria-label={items.length > 0 ? listOf(items.length) : list}
      >
        <Icon path="M5 3.5h14v17H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4" size={24} />
        {items.length > 0 ? <span aria-hidden="true">{messages.formatCount(items.length)}</span> : null}
      </Link>
    </Tooltip>
  )
}
