import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import {
  CONTACT_PATH,
  EMPTY_ENQUIRY,
  ENQUIRY_FIELDS,
  HONEYPOT_INPUT,
  PREFERRED_CLOCK_INPUT,
  PREFERRED_DATE_INPUT,
  type EnquiryErrors,
  type EnquiryItem,
  type EnquiryReceipt,
  type EnquirySubmission,
  type EnquiryValues,
} from '../../../shared/enquiry-fields.ts'
import { readFormItems } from '../../../shared/enquiry-items.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { joinDateAndTime, type OpenDays } from '../../../shared/local-date-time.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ShopTimes } from '../../../shared/shop-times.ts'
import type { ListedItem, ReturnedEnquiry } from '../../../shared/page-data.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { ownServer } from '../../base/http.ts'
import type { FinishResult, StepCheck } from '../../widgets/stepper/use-stepper.ts'
import { findErroredStep, pickStepErrors } from './enquiry-steps.ts'
import { useListedItems } from './use-listed-items.ts'

export function useEnquiry(
  form: RefObject<HTMLFormElement | null>,
  items: readonly ListedItem[],
  returned: ReturnedEnquiry | null,
  openDays: OpenDays,
) {
  const messages = useMessages()
  const { timeZone } = useFrame().site
  const [values, setValues] = useState<EnquiryValues>(returned?.values ?? EMPTY_ENQUIRY)
  const [errors, setErrors] = useState<EnquiryErrors>(returned?.errors ?? {})
  const [message, setMessage] = useState(returned?.message ?? null)
  /**
   * Reference of the enquiry that was sent last. It stays visible while the visitor writes another one, so that it is
   * not lost by a click.
   */
  const [reference, setReference] = useState<string | null>(null)
  /** A new key remounts the datepicker. */
  const [formKey, setFormKey] = useState(0)
  /** Idempotency key of all attempts to send this enquiry. */
  const key = useRef<string>(null)

  /**
   * The server rejects forms that were filled in too fast. A returned form may take only a moment to correct, so it
   * sends no time.
   */
  const measureElapsedMs = () => (returned === null ? Math.round(performance.now()) : undefined)

  function readValues(): EnquiryValues {
    const data = new FormData(form.current ?? undefined)
    const read = (name: string) => String(data.get(name) ?? '')
    const values = Object.fromEntries(ENQUIRY_FIELDS.map((field) => [field, read(field)])) as unknown as EnquiryValues
    // Until the datepicker is loaded, date and time are in separate native inputs, so they are joined.
    return {
      ...values,
      preferredTime: values.preferredTime || joinDateAndTime(read(PREFERRED_DATE_INPUT), read(PREFERRED_CLOCK_INPUT)),
    }
  }

  function readItems(): readonly EnquiryItem[] {
    const data = new FormData(form.current ?? undefined)
    return readFormItems((name) => data.getAll(name).map(String))
  }

  const list = useListedItems(items, readItems)

  async function check({ step, panel }: StepCheck): Promise<boolean> {
    const given = readValues()
    setValues(given)
    const found = await findErrors({ ...given, items: readItems() }, { timeZone, openDays }, messages)
    const wrong = pickStepErrors(step, found)
    showErrors(wrong, panel)
    return Object.keys(wrong).length === 0
  }

  function showErrors(wrong: EnquiryErrors, panel: HTMLElement): void {
    flushSync(() => setErrors(wrong))
    panel.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function send({ signal }: StepCheck): Promise<FinishResult> {
    key.current ??= createKey()
    const filledInMs = measureElapsedMs()
    const submission: EnquirySubmission = {
      ...readValues(),
      items: readItems(),
      key: key.current,
      [HONEYPOT_INPUT]: String(new FormData(form.current ?? undefined).get(HONEYPOT_INPUT) ?? ''),
      ...(filledInMs === undefined ? {} : { filledInMs }),
    }
    setMessage(null)
    try {
      const { body } = await ownServer(CONTACT_PATH, { method: 'POST', body: { ...submission }, signal })
      setReference((body as EnquiryReceipt).reference)
      list.clear()
      return true
    } catch (error) {
      signal.throwIfAborted()
      const wrong = readFieldErrors(error)
      if (wrong) setErrors(wrong)
      const failedStep = wrong && findErroredStep(wrong)
      if (failedStep) return { failedStep }
      setMessage(
        error instanceof HttpError && error.status === 429 ? messages.enquiry.tooMany : messages.enquiry.notSent,
      )
      return false
    }
  }

  return {
    list,
    values,
    errors,
    message,
    reference,
    formKey,
    check,
    send,
    measureElapsedMs,
    updateValues: () => setValues(readValues()),
    startNew: () => {
      key.current = null
      form.current?.reset()
      setErrors({})
      setFormKey(formKey + 1)
    },
  }
}

async function findErrors(given: EnquirySubmission, times: ShopTimes, messages: Messages): Promise<EnquiryErrors> {
  try {
    const { checkEnquiry } = await import('../../../shared/enquiry.ts')
    const checked = checkEnquiry(given, times, messages)
    return 'errors' in checked ? checked.errors : {}
  } catch (error) {
    console.warn('The form validation could not be loaded; the server validates the form.', error)
    return {}
  }
}

function readFieldErrors(error: unknown): EnquiryErrors | undefined {
  const data: unknown = error instanceof HttpError && error.status === 422 ? error.data : undefined
  return typeof data === 'object' && data !== null && 'fields' in data ? (data.fields as EnquiryErrors) : undefined
}

/** `crypto.randomUUID` is not available in insecure contexts. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
