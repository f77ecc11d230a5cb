import supertest from 'supertest'
import { afterAll } from 'vitest'
import { startNode, type StartOptions, type TestNode } from './start-node.ts'

export { fillStore } from './start-node.ts'

export interface TestServer extends TestNode {
  readonly request: ReturnType<typeof supertest>
}

/** Starts the server on a free port with a temporary data folder. */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const node = await startNode(options)
  return Object.assign(node, { request: supertest(node.url) })
}

/** Starts a server that all tests of the file use. */
export async function useServer(options: StartOptions = {}): Promise<TestServer> {
  const server = await startServer(options)
  afterAll(() => server[Symbol.asyncDispose]())
  return server
}
