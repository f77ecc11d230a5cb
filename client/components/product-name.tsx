import { Fragment } from 'react'

/** A part number of at least 16 characters, which may break after - / . and _ */
const LONG_CODE = /(?=\S*\d)\S{16,}/
const CODE_PART = /.+?(?:(?<=[-/._])(?=\S)|$)/gsu

export function ProductName({ name, className }: { readonly name: string; readonly className?: string }) {
  if (!LONG_CODE.test(name)) return <span className={className}>{name}</span>
  return (
    <span className={className}>
      {[...name.matchAll(CODE_PART)].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
