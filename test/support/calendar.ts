import { jest } from '@jest/globals'

/** Sets the time that this process sees; it advances normally from there. */
export function itIs(at: string): void {
  const began = performance.now()
  jest.spyOn(Date, 'now').mockImplementation(() => Date.parse(at) + Math.floor(performance.now() - began))
}

export const itIsNow = (): void => void jest.restoreAllMocks()
