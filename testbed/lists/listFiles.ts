// List files that differ from the one that ships with the program.
import { readTableHeader } from '../../src/features/verification/engine/lists/file.js'
import { readEmbeddedLists } from '../../src/features/verification/engine/lists/loadLists.js'
import { writeListFile } from '../../src/features/verification/lists/listFile.js'

/** A list file whose domains are changed. @param change of the lines, `domain codes` */
export function changedLists(change: (lines: readonly string[]) => readonly string[]): Buffer {
  const bytes = readEmbeddedLists()
  const { sources, domainsAt, version } = readTableHeader(bytes)
  const lines = bytes.toString('latin1', domainsAt).split('\n').slice(0, -1)
  return Buffer.from(writeListFile(sources, change(lines), { dateOf: () => version.split('.')[0]! }))
}
