import './product-name.css'
import { findEnding } from '../../shared/name-ending.ts'
import { html, type Html } from '../base/html.ts'

/** A part number of at least 16 characters, which may break after - / . and _ */
const LONG_CODE = /(?=\S*\d)\S{16,}/

interface ProductNameProps {
  readonly name: string
  /** The part that is still shown if the name is cut. */
  readonly ending?: string | undefined
}

/**
 * A name is cut after `--name-lines` lines. The last one shows the name's end, because many names differ only there.
 */
export function ProductName({ name, ending = findEnding(name) }: ProductNameProps) {
  if (ending !== undefined) return <span className="long-name" dangerouslySetInnerHTML={writeLongName(name, ending)} />
  return <span dangerouslySetInnerHTML={breakCodes(name)} />
}

/** Writes what `ProductName` renders, for cards. */
export function writeProductName({ name, ending = findEnding(name) }: ProductNameProps): Html {
  return ending === undefined ? breakCodes(name) : html`<span class="long-name">${writeLongName(name, ending)}</span>`
}

function writeLongName(name: string, ending: string): Html {
  return html`<span data-ending="${ending}">${breakCodes(name)}</span>`
}

/** Allows long part numbers to break after punctuation. */
function breakCodes(name: string): Html {
  if (!LONG_CODE.test(name)) return html`${name}`
  const [first = '', ...others] = name.split(/(?<=[-/._])(?=\S)/)
  return html`${first}${others.map((part) => html`<wbr />${part}`)}`
}
