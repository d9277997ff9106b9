import Table from 'cli-table3'
import pc from 'picocolors'

export const EXIT = { done: 0, negative: 1, usage: 2 } as const

/** The command line asks for something that is not there; the message says what is. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

export const printError = (text: string): void => void process.stderr.write(`${pc.red('mailproof:')} ${text}\n`)

export const printJson = (value: unknown): void => print(JSON.stringify(value, undefined, 2))

/** Text from outside, safe for a terminal: control and direction characters are shown, not obeyed. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/** A table without rules between rows, as wide as it needs to be. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const table = new Table({
    head: head.map((title) => pc.dim(title)),
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => [...row]))
  print(table.toString())
}
