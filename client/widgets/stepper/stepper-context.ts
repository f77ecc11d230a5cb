import { createContext, useContext } from 'react'
import type { StepMark } from './stepper-state.ts'

interface ShownStep {
  readonly id: string
  readonly title: string
  readonly marks: readonly StepMark[]
  readonly isCurrent: boolean
  readonly panelId: string
  readonly headingId: string
  /** Whether it can be gone to from here. */
  readonly isReachable: boolean
}

export interface StepperContextValue {
  /** False on the server and until the scripts run: then all panels are shown, and nothing moves. */
  readonly isEnhanced: boolean
  readonly isFree: boolean
  readonly isProcessing: boolean
  readonly isFinished: boolean
  readonly steps: readonly ShownStep[]
  readonly doneHeadingId: string
  readonly canGoBack: boolean
  readonly canSkip: boolean
  readonly canFinish: boolean
  back(): void
  /** Has the step checked, and leaves it where that says so. */
  next(): void
  skip(): void
  goTo(stepId: string): void
  finish(): void
  reset(): void
  /** Whether a press is the second half of one that has already led on. */
  isRepeatedPress(event: MouseEvent): boolean
}

export const StepperContext = createContext<StepperContextValue | null>(null)

/**
 * The stepper around a part, for buttons of the caller's own: 'Change' in a review.
 * @throws where the part stands outside of a stepper
 */
export function useStepper(part: string): StepperContextValue {
  const stepper = useContext(StepperContext)
  if (!stepper) throw new Error(`<${part}> stands outside of <Stepper>`)
  return stepper
}
