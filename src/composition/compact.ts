// Compacts the files of a data directory while no service uses it.
import { openDataDirectory } from '../adapters/dataDirectory/dataDirectory.js'
import { type Compacted, compactFile } from '../adapters/lmdb/compactFile.js'
import type { Config } from '../config.js'
import { withFileErrors } from './backup/problem.js'

export interface CompactedFile extends Compacted {
  readonly file: string
}

/**
 * Gives the free pages of every store in DATA_DIR back to the file system. Needs as much free space as the largest store.
 * @throws DataDirectoryError if it holds no data, or while a service or another command uses it
 */
export async function compact(config: Config): Promise<readonly CompactedFile[]> {
  const { path, paths, release } = openDataDirectory(config.DATA_DIR, {
    hold: true,
    creates: false,
    secret: config.SECRET_KEY,
  })
  try {
    const done: CompactedFile[] = []
    for (const file of [paths.events, paths.documents, paths.vault, paths.jobs]) {
      const compacted = await withFileErrors(path, () => compactFile(file), '; nothing is lost')
      if (compacted) done.push({ file, ...compacted })
    }
    return done
  } finally {
    release()
  }
}
