import supertest from 'supertest'
import { startNode, type StartOptions, type TestNode } from './start-node.ts'
import { startNodes } from './start-nodes.ts'

export { fillStore } from './start-node.ts'

export interface TestServer extends TestNode {
  readonly request: ReturnType<typeof supertest>
}

/**
 * The real server on a free port, with a data folder of its own; gone at the end of the scope. Where TEST_NODES is set
 * (`npm run test:long -- nodes`) it is two of them behind nginx, which share a PostgreSQL database.
 */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const node = process.env['TEST_NODES'] ? await startNodes(options) : await startNode(options)
  return Object.assign(node, { request: supertest(node.url) })
}
