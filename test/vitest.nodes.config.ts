import { configureSite } from './vitest.config.ts'

/** What only two nodes with one PostgreSQL database can show. */
export default configureSite(['nodes/**/*.test.ts'])
