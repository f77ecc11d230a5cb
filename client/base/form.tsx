import type { ComponentPropsWithRef } from 'react'
import { ITEM_PARAMETER, writeItem } from '../../shared/enquiry-items.ts'
import { useCarriedItems } from './carried-list.tsx'
import { useSitePath } from './site-path.ts'

/** A form that opens a page of the site, and also submits the enquiry list that is in the page's URL. */
export function Form({ action, children, ...props }: ComponentPropsWithRef<'form'> & { readonly action: string }) {
  return (
    <form {...props} action={useSitePath()(action)}>
      {useCarriedItems().map((item) => (
        <input key={writeItem(item)} type="hidden" name={ITEM_PARAMETER} value={writeItem(item)} />
      ))}
      {children}
    </form>
  )
}
