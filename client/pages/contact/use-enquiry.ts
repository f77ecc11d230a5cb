import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import {
  CONTACT_PATH,
  EMPTY_ENQUIRY,
  ENQUIRY_FIELDS,
  HONEYPOT_INPUT,
  PREFERRED_CLOCK_INPUT,
  PREFERRED_DATE_INPUT,
  type EnquiryErrors,
  type EnquiryReceipt,
  type EnquirySubmission,
  type EnquiryValues,
} from '../../../shared/enquiry-fields.ts'
import { readReference, isSameItem, noteInput, quantityInput } from '../../../shared/enquiry-items.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { joinDateAndTime, type ShopTimes } from '../../../shared/local-date-time.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { PageDataByRoute } from '../../../shared/page-data.ts'
import { setConfirmation } from '../../base/navigation-outcome.ts'
import { useFrame, useMessages, useSitePath, useHydrated } from '../../base/context.tsx'
import { ownServer } from '../../base/http.ts'
import type { FinishResult, StepCheck } from '../../widgets/stepper/use-stepper.ts'
import { clearDraft, getDraft, openDraft, updateDraft, useDraft } from './enquiry-draft.ts'
import { findErroredStep, pickStepErrors } from './enquiry-steps.ts'
import { toItem, type EnquiryList } from './use-listed-items.ts'

const SEND_TIMEOUT_MS = 20_000

export function useEnquiry(
  form: RefObject<HTMLFormElement | null>,
  { items, returned, openDays }: PageDataByRoute['contact'],
  list: EnquiryList,
) {
  const messages = useMessages()
  const { timeZone } = useFrame().site
  const isHydrated = useHydrated()
  const formPath = useSitePath()(CONTACT_PATH)
  const draft = useDraft()
  const values: EnquiryValues = isHydrated ? draft : (returned?.values ?? EMPTY_ENQUIRY)
  const [errors, setErrors] = useState<EnquiryErrors>(returned?.errors ?? {})
  const [failure, setFailure] = useState('')
  const failureRef = useRef<HTMLParagraphElement>(null)
  /**
   * Reference of the enquiry sent last. It stays visible while the visitor writes another one, so that no click loses
   * it.
   */
  const [reference, setReference] = useState<string | null>(null)
  /** Whether the visitor has typed the values before this document was loaded. */
  const isRestored = useRef(returned !== null)
  /** Texts that the visitor typed before hydration, by input. */
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())

  useLayoutEffect(() => {
    const texts = new Map<string, string>()
    for (const { name, value, defaultValue } of form.current?.querySelectorAll<HTMLInputElement>('.field') ?? [])
      if (value !== defaultValue) texts.set(name, value)
    if (openDraft()) isRestored.current = true
    if (returned) updateDraft(returned.values)
    const preferredTime = joinDateAndTime(texts.get(PREFERRED_DATE_INPUT) ?? '', texts.get(PREFERRED_CLOCK_INPUT) ?? '')
    const changed = Object.entries({ ...Object.fromEntries(texts), ...(preferredTime && { preferredTime }) })
    if (changed.length > 0) updateDraft(Object.fromEntries(changed.filter(([name]) => name in EMPTY_ENQUIRY)))
    // Without this render before the next key, React would replace the key with the value of an older render.
    // oxlint-disable-next-line react/set-state-in-effect -- only fields in the document have these texts
    setTyped(texts)
  }, [form, returned])

  const takeOverItems = useEffectEvent(() => {
    if (!returned && typed.size === 0) return
    list.edit((shown) => {
      const index = items.findIndex((item) => isSameItem(item, shown))
      const [quantityText, note] = [quantityInput, noteInput].map((inputOf) => typed.get(inputOf(index)))
      const sent = returned ? items[index] : undefined
      return { quantityText: quantityText ?? (sent && String(sent.quantity)), note: note ?? sent?.note }
    })
  })
  // The list on the device is read after hydration.
  useLayoutEffect(() => {
    if (isHydrated) takeOverItems()
  }, [isHydrated])

  function buildSubmission(): EnquirySubmission {
    const given = Object.fromEntries(ENQUIRY_FIELDS.map((field) => [field, values[field]]))
    return { ...given, items: list.asked.map(toItem) }
  }

  async function check({ step, panel }: StepCheck): Promise<boolean> {
    setFailure('')
    const found = await findErrors(buildSubmission(), { timeZone, openDays }, messages)
    const wrong = pickStepErrors(step, found)
    showErrors(wrong, panel)
    return Object.keys(wrong).length === 0
  }

  function showErrors(wrong: EnquiryErrors, panel: HTMLElement): void {
    flushSync(() => setErrors(wrong))
    panel.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function send({ step, panel, signal }: StepCheck): Promise<FinishResult> {
    // All attempts have the same key, so that the server stores the enquiry once.
    if (!draft.key) updateDraft({ key: createKey() })
    const attempt = new AbortController()
    const abort = () => attempt.abort()
    signal.addEventListener('abort', abort)
    const timer = setTimeout(abort, SEND_TIMEOUT_MS)
    setFailure('')
    try {
      const { body } = await ownServer(CONTACT_PATH, {
        method: 'POST',
        body: {
          ...buildSubmission(),
          key: getDraft().key,
          [HONEYPOT_INPUT]: String(new FormData(form.current ?? undefined).get(HONEYPOT_INPUT) ?? ''),
          // The server suspects forms that were filled in too fast.
          ...(isRestored.current ? {} : { filledInMs: Math.round(performance.now()) }),
        },
        signal: attempt.signal,
      })
      const stored = readReference(String((body as EnquiryReceipt | undefined)?.reference))
      // A network that wants visitors to log in responds with a page of its own.
      if (stored === undefined) throw new Error('The response to the enquiry has no reference.')
      setConfirmation(`${formPath}?sent=${stored}`)
      setReference(stored)
      list.clear()
      clearDraft()
      return true
    } catch (error) {
      signal.throwIfAborted()
      const wrong = readFieldErrors(error) ?? {}
      const failedStep = findErroredStep(wrong)
      if (failedStep === step) showErrors(wrong, panel)
      else if (failedStep) {
        setErrors(wrong)
        return { failedStep }
      } else {
        flushSync(() => setFailure(describeFailure(error, messages)))
        failureRef.current?.focus()
      }
      return false
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  return { values, errors, failure, failureRef, reference, isHydrated, check, send }
}

function describeFailure(error: unknown, { enquiry }: Messages): string {
  const status = error instanceof HttpError ? error.status : undefined
  return status === 429 ? enquiry.tooMany : status === 503 ? enquiry.busy : enquiry.notSent
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
