import { type Command, InvalidArgumentError, Option } from 'commander'

/** Parses the argument of an option. @throws InvalidArgumentError if it is not a number above 0 */
export function positiveNumber(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('Must be a number above 0.')
  return value
}

/** Parses a comma-separated list of numbers. @throws InvalidArgumentError if one is not a number above 0 */
export const positiveNumbers = (text: string): number[] => text.split(',').map(positiveNumber)

/** An option whose argument is a positive number, for `Command.addOption`. */
export const numberOption = (flags: string, description: string, defaultValue: number): Option =>
  new Option(flags, description).argParser(positiveNumber).default(defaultValue)

/** An option whose argument is a comma-separated list of positive numbers, for `Command.addOption`. */
export const numbersOption = (flags: string, description: string, defaultValue: readonly number[]): Option =>
  new Option(flags, description).argParser(positiveNumbers).default([...defaultValue])

/** Adds a command with options to a program. */
export function addCommand(program: Command, name: string, description: string, options: readonly Option[]): Command {
  const command = program.command(name).description(description)
  for (const option of options) command.addOption(option)
  return command
}
