// Runs tests that take long or need more than `npm test`: npm run test:long -- NAME [options]
import { runProgram } from './support/run-program.ts'

await runProgram('test:long', {
  nodes: {
    command: ['vitest', 'run', '--config', 'test/vitest.nodes.config.ts'],
    purpose: 'what only two nodes with one PostgreSQL database can show',
  },
  engines: {
    command: ['vitest', 'run', '--config', 'test/vitest.engines.config.ts'],
    purpose: 'the main flows in Firefox and WebKitGTK',
  },
  load: {
    command: ['vitest', 'run', '--config', 'test/vitest.load.config.ts'],
    purpose: 'crashes and restarts of several processes; ROUNDS=100 crashes more, SEED=… repeats a run',
  },
  image: {
    command: ['node', 'test/image/image.ts'],
    purpose: 'builds the Dockerfile with buildah and starts the image; needs root, skips without buildah',
  },
  fuzz: {
    command: ['node', 'test/fuzz/run-fuzz.ts'],
    purpose: 'generated requests, forms, files and texts, 20 seconds for each property',
  },
})
