/** Path of the document that confirms the form sent last. */
let confirmation: string | undefined

export function setConfirmation(path: string): void {
  confirmation = path
}

/** Opens the confirmation if the page of the sent form cannot be rendered, so that the visitor does not send it again. */
export function openConfirmation(): void {
  if (confirmation?.startsWith(`${location.pathname}?`)) location.replace(confirmation)
}
