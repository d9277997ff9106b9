import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { listRow } from './csvRows.js'

/**
 * Reads the whole result of the benchmark's list: every row there, in its place, with its columns and its verdict.
 * @throws Error at the first that is not
 */
export async function checkResult(path: string, rows: number): Promise<void> {
  let index = -1
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (index === rows) throw new Error(`the result has more than ${rows} rows: ${line}`)
    const right = index < 0 ? 'id,email,note,mp_status,mp_valid,' : beginningOf(index)
    if (!line.startsWith(right)) throw new Error(`row ${index + 1} should begin with ${right}, and is ${line}`)
    index++
  }
  if (index !== rows) throw new Error(`the result has ${index} rows of ${rows}`)
}

function beginningOf(index: number): string {
  const { email, valid } = listRow(index)
  const verdict = valid ? 'valid,true' : 'invalid,false'
  return `${index + 1},${email},signed up in ${2000 + (index % 26)},${verdict},`
}
