import { createLmdbChainLinks } from '../../adapters/eventstore/lmdb/chainLinks.js'
import { createLmdbEventStore } from '../../adapters/eventstore/lmdb/eventStore.js'
import { createLmdbLogArchive } from '../../adapters/eventstore/lmdb/logArchive.js'
import type { Clock } from '../../kernel/clock.js'
import type { Resources } from '../../kernel/resources.js'
import type { Stores } from '../stores.js'

interface LmdbLogOptions {
  /** The file of the log. */
  readonly path: string
  /** The directory of its archive, unless it is beside it. */
  readonly archive: string | undefined
  readonly clock: Clock
}

/** The log in a file of DATA_DIR, with its archive and its chain links. */
export function openLmdbLog(
  { path, archive: directory, clock }: LmdbLogOptions,
  closing: Resources,
): Pick<Stores, 'events' | 'archive' | 'chainLinks'> {
  const events = createLmdbEventStore({ path, archive: directory, clock })
  closing.add(() => events.close())
  const archive = createLmdbLogArchive(path, directory)
  closing.add(() => archive.close())
  const chainLinks = createLmdbChainLinks(path)
  closing.add(() => chainLinks.close())
  return { events, archive, chainLinks }
}
