import { join } from 'node:path'

export const PROJECT_DIR = join(import.meta.dirname, '..', '..')

/** Separate from `.build`, which a running server may use. */
export const BUILDS_DIR = join(PROJECT_DIR, '.build-test')
export const PRODUCTION_BUILD_DIR = join(BUILDS_DIR, 'production')
export const DEVELOPMENT_BUILD_DIR = join(BUILDS_DIR, 'development')
export const CHANGED_BUILD_DIR = join(BUILDS_DIR, 'changed')
export const DEMO_DIR = join(BUILDS_DIR, 'demo')

/** The files and folders from which a build is made, together with the packages in `package-lock.json`. */
export const BUILD_SOURCES = ['build.mjs', 'package.json', 'tsconfig.json', 'client', 'server', 'shared', 'public']

/** Makes every start of a server or command faster except the first. */
export const COMPILE_CACHE_DIR = join(BUILDS_DIR, 'compile-cache')

/** Real exports and photos, which are not part of the project and may be missing. */
export const SHARED_DATA_DIR = join(PROJECT_DIR, '..', 'shared', 'data')
