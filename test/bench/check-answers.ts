import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { fetchAnswer } from './fetch-answer.ts'
import type { FinishedAnswer } from './limits/bare-answer.ts'
import type { Contestant } from './measure-case.ts'

const LINE_FEED = 10

/** @throws if the responses differ */
export function compareAnswers(one: FinishedAnswer, other: FinishedAnswer): void {
  if (
    one.status !== other.status ||
    one.bodyBase64 !== other.bodyBase64 ||
    one.headers.join() !== other.headers.join()
  ) {
    throw new Error('The bare server does not send what Vitrine sends.')
  }
}

/** @throws if a page is incomplete, or does not contain the HTML of its bare render */
export async function comparePages(vitrine: Contestant, render: Contestant, path: string): Promise<void> {
  // React streams the fallback of a lazy component only in its first render.
  await fetchAnswer(render.process.url + path, {})
  const [page, drawn] = await Promise.all(
    [vitrine, render].map(async ({ process }) => {
      const { status, bodyBase64 } = await fetchAnswer(process.url + path, { 'accept-encoding': 'identity' })
      if (status !== 200) throw new Error(`${process.url}${path} is answered with ${status}.`)
      return Buffer.from(bodyBase64, 'base64').toString()
    }),
  )
  if (!page!.endsWith('</html>') || !page!.includes(drawn!))
    throw new Error(`${path} is incomplete, or does not contain the HTML of its bare render.`)
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
