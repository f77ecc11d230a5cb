import { ImportError } from './import-error.ts'

/** @throws ImportError with the line, as far as it is known, and the reason if the text is not valid JSON */
export function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // V8 quotes the text around an unexpected token, and gives the position of any other fault.
    const position = /at position (\d+)/.exec(message)?.[1]
    const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length
    const reason = message.replace(/ in JSON at position.*$/s, '')
    const isAfterComma = reason.startsWith("Unexpected token ']'") || text[Number(position)] === '}'
    const advice = isAfterComma ? '; remove the comma before the closing bracket' : ''
    throw new ImportError({ file: path, line }, `the file is not valid JSON (${reason})${advice}`, { cause: error })
  }
}
