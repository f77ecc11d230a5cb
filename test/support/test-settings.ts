/** Renders are slow on a busy machine, and no request must be refused. */
export const TEST_SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: 'false',
  RENDER_WAIT_MS: '30000',
  RENDER_TIMEOUT_MS: '30000',
} as const

/** Variables that programs need, and that make them part of this test run. */
export function readPaths() {
  const { PATH, TMPDIR } = process.env
  return { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }) }
}
