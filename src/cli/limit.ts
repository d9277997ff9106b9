import { InvalidArgumentError } from 'commander'

/** Parses a number of rows to show, 1 to 100. @throws InvalidArgumentError */
export function limit(text: string): number {
  const value = Number(text)
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > 100)
    throw new InvalidArgumentError('Must be an integer from 1 to 100.')
  return value
}
