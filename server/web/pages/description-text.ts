import { unescapeHtml } from '../../platform/escape-html.ts'

export function readDescriptionText(html: string): string {
  const text = html
    .replace(/<\/?(?:strong|em|[abius]|code|abbr|sub|sup)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
  return unescapeHtml(text).replace(/\s+/g, ' ').trim()
}
