import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { listRow } from './csvList.js'

/**
 * Checks the result file of the benchmark's list: every row exists, in its place, with its own columns and its verdict.
 * @throws Error at the first row that differs
 */
export async function checkCsvResult(path: string, rows: number): Promise<void> {
  let index = -1
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (index === rows) throw new Error(`The result has more than ${rows} rows: ${line}`)
    const expected = index < 0 ? 'id,email,note,mp_status,mp_valid,' : expectedStart(index)
    if (!line.startsWith(expected)) throw new Error(`Row ${index + 1} does not start with ${expected}: ${line}`)
    index++
  }
  if (index !== rows) throw new Error(`The result has ${index} rows instead of ${rows}.`)
}

function expectedStart(index: number): string {
  const { email, valid } = listRow(index)
  const verdict = valid ? 'valid,true' : 'invalid,false'
  return `${index + 1},${email},signed up in ${2000 + (index % 26)},${verdict},`
}
