import { ImportError } from './import-error.ts'

/** @throws ImportError with the line and the reason if the text is not valid JSON */
export function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = findPosition(text, message)
    const line = text.slice(0, position).split('\n').length
    throw new ImportError({ file: path, line }, describeFault(text, position, message), { cause: error })
  }
}

function findPosition(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  // V8 gives no position for an unexpected token. An unexpected end is at the end of the text.
  return isUnexpectedToken(message) ? findUnexpectedToken(text) : text.length
}

/**
 * Finds an unexpected token by bisection: it ends the shortest beginning of the text that V8 rejects for this reason.
 */
function findUnexpectedToken(text: string): number {
  let low = 0
  let high = text.length - 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (hasUnexpectedToken(text.slice(0, middle + 1))) high = middle
    else low = middle + 1
  }
  return low
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return error instanceof Error && isUnexpectedToken(error.message)
  }
}

function isUnexpectedToken(message: string): boolean {
  return message.startsWith('Unexpected token')
}

function describeFault(text: string, position: number, message: string): string {
  const next = text[position]
  if ((next === ']' || next === '}') && text.slice(0, position).trimEnd().endsWith(','))
    return `the file is not valid JSON: remove the comma before "${next}"`
  // The rest of V8's message quotes the file or repeats the position.
  const reason = message.replace(/(?: in JSON at position|, (?:\.\.\.)?").*$/s, '')
  return `the file is not valid JSON (${reason})`
}
