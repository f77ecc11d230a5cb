import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { fetchResponse } from './fetch-response.ts'
import type { FixedResponse } from './limits/fixed-response.ts'
import type { Contestant } from './measure-case.ts'

const LINE_FEED = 10

/** @throws if the responses differ */
export function compareResponses(one: FixedResponse, other: FixedResponse): void {
  if (
    one.status !== other.status ||
    one.bodyBase64 !== other.bodyBase64 ||
    one.headers.join() !== other.headers.join()
  ) {
    throw new Error('The minimal server sends a different response than Vitrine.')
  }
}

/** @throws if a page of Vitrine is incomplete, or lacks the HTML of the bare render */
export async function comparePages(vitrine: Contestant, render: Contestant, path: string): Promise<void> {
  // React streams a lazy component's fallback only in its first render.
  await fetchResponse(render.process.url + path, {})
  const [page, rendered] = await Promise.all(
    [vitrine, render].map(async ({ process }) => {
      const { status, bodyBase64 } = await fetchResponse(process.url + path, { 'accept-encoding': 'identity' })
      if (status !== 200) throw new Error(`${process.url}${path} returned ${status} instead of 200.`)
      return Buffer.from(bodyBase64, 'base64').toString()
    }),
  )
  if (!page!.endsWith('</html>') || !page!.includes(rendered!))
    throw new Error(`${path} is incomplete, or does not contain the HTML that bare-render.tsx sends.`)
}

export async function countLines(path: string): Promise<number> {
  let lines = 0
  const file = createReadStream(path)
  file.on('data', (chunk: string | Buffer) => {
    for (const byte of chunk as Buffer) if (byte === LINE_FEED) lines += 1
  })
  await once(file, 'end')
  return lines
}
