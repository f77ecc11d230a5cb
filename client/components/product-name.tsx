import { html, type Html } from '../base/html.ts'

/** A part number of at least 16 characters, which may break after - / . and _ */
const LONG_CODE = /(?=\S*\d)\S{16,}/

export function ProductName({ name }: { readonly name: string }) {
  return <span dangerouslySetInnerHTML={writeProductName(name)} />
}

/** Writes what `ProductName` renders, for cards. */
export function writeProductName(name: string): Html {
  if (!LONG_CODE.test(name)) return html`${name}`
  const [first = '', ...others] = name.split(/(?<=[-/._])(?=\S)/)
  return html`${first}${others.map((part) => html`<wbr />${part}`)}`
}
