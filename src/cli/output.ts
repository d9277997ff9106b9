// How commands print text, JSON and tables, escape untrusted text, and exit.
import Table from 'cli-table3'
import pc from 'picocolors'
import { renameKeys, snakeName } from '../kernel/keyNames.js'

export const EXIT = { done: 0, negative: 1, usage: 2 } as const

/** A mistake in the command line. The message says how to correct it; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @param to standard error if standard output carries data */
export const print = (text: string, to: NodeJS.WritableStream = process.stdout): void => void to.write(`${text}\n`)

export const printError = (text: string): void => void process.stderr.write(`${pc.red('mailproof:')} ${text}\n`)

/** Prints JSON with keys in snake_case, as in the REST API. */
export const printJson = (value: unknown, to?: NodeJS.WritableStream): void =>
  print(JSON.stringify(snakeCase(value), undefined, 2), to)

/** A value with its keys in snake_case; not for maps keyed by data. */
export const snakeCase = (value: unknown): unknown => renameKeys(value, snakeName)

/** Escapes untrusted text for a terminal: control and bidirectional formatting characters are shown as `\\u{…}`. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/** Prints a table without borders. */
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
