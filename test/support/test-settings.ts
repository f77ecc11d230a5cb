/** On a busy machine renders are slow, so no request may be refused for it. */
export const TEST_SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: 'false',
  RENDER_WAIT_MS: '30000',
  RENDER_TIMEOUT_MS: '30000',
} as const
