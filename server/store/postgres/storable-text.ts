/** PostgreSQL's texts hold every character but one. Documents are JSON, where it is written as an escape. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}
