// Reads rules from a file.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '../output.js'

const STDIN = '-'

/** The rules of a file, unchecked: its list, or the one that an object has. @throws UsageError if it has none */
export async function readRules(file: string): Promise<unknown[]> {
  const content = parse(file === STDIN ? await text(process.stdin) : await contentOf(file), file)
  const found = Array.isArray(content) ? content : (content as { readonly rules?: unknown } | null)?.rules
  if (Array.isArray(found)) return found
  throw new UsageError(`${nameOf(file)} has no rules: it must be a list of them, or an object with rules.`)
}

const nameOf = (file: string): string => (file === STDIN ? 'Standard input' : file)

const contentOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read ${file}: ${code === 'ENOENT' ? 'there is no such file' : message}.`)
  })

function parse(content: string, file: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`${nameOf(file)} is not JSON: ${(error as Error).message}.`)
  }
}
