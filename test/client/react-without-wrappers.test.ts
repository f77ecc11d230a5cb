import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { reactWithoutWrappers } from '../../client/bundle/react-without-wrappers.ts'

function bundle(contents: string) {
  return build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [reactWithoutWrappers],
  })
}

test('React is bundled once, from its production files, and at the top level of the module', async () => {
  const { outputFiles } = await bundle(`
    import { hydrateRoot } from 'react-dom/client'
    import { jsx } from 'react/jsx-runtime'
    import React, { useState } from 'react'
    import ${JSON.stringify(import.meta.resolve('react').slice('file://'.length))}
    console.log(hydrateRoot, jsx, React.useState === useState)`)
  const [{ text }] = outputFiles as [(typeof outputFiles)[0]]
  // React, React DOM and its client.
  expect(text.match(/^exports\w*\.version = "19/gm)).toHaveLength(3)
  expect(text).not.toMatch(/__commonJS|development/)
  expect(text).toMatch(/^function performWorkOnRoot\(/m)
})

test('names a module of React that it does not know', async () => {
  await expect(bundle(`import { hydrateRoot } from 'react/client'`)).rejects.toThrow(
    'The browser\'s bundle cannot contain "react/client"',
  )
})
