import { afterAll, beforeAll, describe } from 'vitest'
import { startDemo, type DemoServer } from '../support/demo-server.ts'
import type { Engine } from './engine.ts'
import { testFlows } from './flows.ts'
import { closeSessions } from './visitor.ts'

/** All flows of a browser are in one test file, so that they share its sessions and both browsers run at once. */
export function describeEngine(engine: Engine): void {
  describe.skipIf(!engine.isInstalled)(engine.name, () => {
    let demo: DemoServer
    beforeAll(async () => {
      demo = await startDemo()
    })
    afterAll(async () => {
      await closeSessions()
      await demo[Symbol.asyncDispose]()
    })

    testFlows(engine, () => demo.url)
  })
}
