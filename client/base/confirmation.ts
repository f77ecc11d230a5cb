/** Path of the document that confirms the form sent last. */
let confirmation: string | undefined

export function setConfirmation(path: string): void {
  confirmation = path
}

/** Opens the confirmation if the page of the sent form cannot be rendered, so that the visitor does not send it again. */
export function openConfirmation(): void {
  const isSamePage = confirmation?.split('?')[0] === window.location.pathname
  if (confirmation && isSamePage) window.location.replace(confirmation)
}
