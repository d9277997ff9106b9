import { jest } from '@jest/globals'

/** Lets everything in this process believe that it is another time; from there it goes on as ever. */
export function itIs(at: string): void {
  const began = performance.now()
  jest.spyOn(Date, 'now').mockImplementation(() => Date.parse(at) + Math.floor(performance.now() - began))
}

export const itIsNow = (): void => void jest.restoreAllMocks()
