export function joinClasses(own: string, given: string | undefined): string {
  return given === undefined ? own : `${own} ${given}`
}
