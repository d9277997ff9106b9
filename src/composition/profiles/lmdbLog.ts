import { createLmdbChainLinks } from '../../adapters/eventstore/lmdb/chainLinks.js'
import { createLmdbEventStore } from '../../adapters/eventstore/lmdb/eventStore.js'
import { createLmdbLogArchive } from '../../adapters/eventstore/lmdb/logArchive.js'
import type { SegmentFiles } from '../../adapters/eventstore/lmdb/segmentFiles.js'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { BucketError } from '../../kernel/ports/bucket.js'
import type { Resources } from '../../kernel/resources.js'
import type { Stores } from '../stores.js'

interface LmdbLogOptions {
  /** The file of the log. */
  readonly path: string
  /** The files of its archive, unless they are beside it. */
  readonly archive?: SegmentFiles | undefined
  readonly clock: Clock
  readonly log?: Log | undefined
}

/** The log in a file of DATA_DIR, with its archive and its chain links. */
export async function openLmdbLog(
  { path, archive: files, clock, log }: LmdbLogOptions,
  closing: Resources,
): Promise<Pick<Stores, 'events' | 'archive' | 'chainLinks'>> {
  const events = createLmdbEventStore({ path, archive: files, clock })
  closing.add(() => events.close())
  const archive = createLmdbLogArchive(path, files)
  closing.add(() => archive.close())
  // A download that goes on would keep the process from ending.
  closing.add(() => files?.close())
  // Most of an old log is read rarely: the service starts while the bucket is away, but not with a wrong one.
  await files?.probe(await archive.segments()).catch((error: unknown) => {
    if (!(error instanceof BucketError)) throw error
    log?.warn({ error }, 'old months of the log cannot be read now: the bucket of the archive is away')
  })
  const chainLinks = createLmdbChainLinks(path)
  closing.add(() => chainLinks.close())
  return { events, archive, chainLinks }
}
