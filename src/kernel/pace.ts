import { politeTurn } from './courtesy.js'

/**
 * To be asked between small pieces of work: waits for the others' turn when this one was long enough.
 * @param sliceMs milliseconds of work after which others get theirs
 */
export function createPace(sliceMs: number): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < sliceMs) return undefined
    return politeTurn().then(() => {
      since = performance.now()
    })
  }
}
