import { join } from 'node:path'

export const PROJECT_DIR = join(import.meta.dirname, '..', '..')

/** Where the tests' own builds are, so that a running server's is left alone. */
export const PRODUCTION_BUILD_DIR = join(PROJECT_DIR, '.build-test', 'production')
export const DEVELOPMENT_BUILD_DIR = join(PROJECT_DIR, '.build-test', 'development')

/** Real exports and photos; not part of the project, and not on every machine. */
export const SHARED_DATA_DIR = join(PROJECT_DIR, '..', 'shared', 'data')
