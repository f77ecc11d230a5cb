import { join } from 'node:path'

export const PROJECT_DIR = join(import.meta.dirname, '..', '..')

/** Where the tests' own builds are, so that a running server's is left alone. */
const BUILDS_DIR = join(PROJECT_DIR, '.build-test')
export const PRODUCTION_BUILD_DIR = join(BUILDS_DIR, 'production')
export const DEVELOPMENT_BUILD_DIR = join(BUILDS_DIR, 'development')

/** Node keeps what it made of the sources: the second server or command of a run starts in less time than the first. */
export const COMPILE_CACHE_DIR = join(BUILDS_DIR, 'compile-cache')

/** Real exports and photos; not part of the project, and not on every machine. */
export const SHARED_DATA_DIR = join(PROJECT_DIR, '..', 'shared', 'data')
