/** What the servers of tests have otherwise than an operator's. A busy machine draws slowly, and nobody is to be refused for it. */
export const TEST_SETTINGS = { HOST: '127.0.0.1', PORT: '0', DEMO: 'false', RENDER_WAIT_MS: '30000' } as const
