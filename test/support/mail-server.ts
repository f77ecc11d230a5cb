import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers, an empty line and the text. */
  readonly source: string
}

export interface MailServer extends AsyncDisposable {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** The highest number of mails received concurrently. */
  readonly mostConcurrent: () => number
  readonly connections: () => number
}

interface MailServerOptions {
  /** Whether connections are encrypted from the start, with a self-signed certificate. */
  readonly isSecure?: boolean
  /** Called before each mail is accepted; if it throws, the mail is refused. `count` includes this one. */
  readonly onMail?: (count: number) => Promise<void> | void
}

export async function startMailServer({ isSecure = false, onMail }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let count = 0
  let [atOnce, mostConcurrent] = [0, 0]
  const server = new SMTPServer({
    authOptional: true,
    secure: isSecure,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let source = ''
      mostConcurrent = Math.max(mostConcurrent, ++atOnce)
      stream.setEncoding('utf8').on('data', (text: string) => (source += text))
      stream.once('end', () => {
        void Promise.resolve()
          .then(() => onMail?.(++count))
          .then(
            () => {
              const { mailFrom, rcptTo } = session.envelope
              mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
              done()
            },
            (error: Error) => done(error),
          )
          .finally(() => atOnce--)
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `${isSecure ? 'smtps' : 'smtp'}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    mostConcurrent: () => mostConcurrent,
    connections: () => server.connections.size,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}
