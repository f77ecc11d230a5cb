import { withBase } from '../../shared/languages.ts'
import { useFrame } from './frame-context.ts'

/** @returns a function that adds the beginning of the language's paths, for links and forms without router */
export function useSitePath(): (path: string) => string {
  const { base = '' } = useFrame().site
  return (path) => withBase(base, path)
}
