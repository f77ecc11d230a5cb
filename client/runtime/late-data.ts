import { deferredBlockId } from '../../shared/urls.ts'

/**
 * A value whose block is still on its way in the streamed document.
 * @returns a promise of the value; of undefined where the document ended without it
 */
export function readLateData(name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const find = () => {
      const block = document.getElementById(deferredBlockId(name))
      // A block that is still being parsed has no sibling behind it, nor an end of the document.
      if (block) finish(JSON.parse(block.textContent))
      else if (document.readyState !== 'loading') finish(undefined)
    }
    const finish = (value: unknown) => {
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', find)
      resolve(value)
    }
    const observer = new MutationObserver(find)
    observer.observe(document.documentElement, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', find)
    find()
  })
}
