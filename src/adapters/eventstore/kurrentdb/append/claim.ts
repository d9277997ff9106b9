// Claims a KurrentDB, so that two installations cannot use the same streams.
import { derivedId } from '../../../../kernel/ids.js'
import { ConcurrencyConflict } from '../../../../kernel/ports/eventStore.js'
import { StoreUrlError } from '../../../storeUrlError.js'
import { type Prepared, prepare } from '../format/codec.js'
import type { Naming } from '../format/naming.js'
import type { Append, Outcome } from './appends.js'

/** Stream in which a log without a prefix is claimed: every release has created it at its first start. */
export const UNPREFIXED_MARKER = 'mailproof-ready'
/** Types that start with $, like the server's own, are excluded from all reads. */
const READY_TYPE = '$ready'
const CLAIM_TYPE = '$installation'

export interface ClaimOptions {
  readonly naming: Naming
  /** Id of the installation that owns the log; undefined to share it with any. */
  readonly installation?: string
  readonly append: (append: Append) => Promise<Outcome>
}

/** Name of the stream whose first event is the claim: it precedes everything of ours. */
export const claimStream = ({ prefix }: Naming, installation: string | undefined): string =>
  prefix ? `${prefix}${installation === undefined ? 'ready' : 'installation'}` : UNPREFIXED_MARKER

/**
 * Checks that the server can write, and that the log is ours. The first event of one stream under the prefix names the
 * installation. It is appended once: later, the same append goes all the way to the server's writer, which finds that it
 * exists already, or that another installation's does.
 * @returns of its outcomes, the first has a position: the later ones find that it exists
 * @throws StoreUrlError when the log belongs to another installation
 */
export function createClaim({ naming, installation, append }: ClaimOptions): () => Promise<Outcome> {
  const { prefix } = naming
  const name = claimStream(naming, installation)
  const begin = () =>
    append({ stream: name, name, expected: 'no_stream', events: [marker(READY_TYPE, UNPREFIXED_MARKER, {})] })
  const claim = () => {
    const events = [marker(CLAIM_TYPE, `${prefix} ${installation}`, { installation })]
    return append({ stream: name, name, expected: prefix ? 'no_stream' : 0n, events })
  }
  if (installation === undefined) return begin
  return async () => {
    try {
      return await claim().catch(async (error: unknown) => {
        if (prefix || !(error instanceof ConcurrencyConflict) || error.actual !== 'no_stream') throw error
        await begin()
        return claim()
      })
    } catch (error) {
      throw error instanceof ConcurrencyConflict ? belongsToAnother(prefix) : error
    }
  }
}

function marker(type: string, name: string, data: object): Prepared {
  const id = derivedId(name)
  const meta = { schema: '1', correlationId: id, causationId: id, commandId: id, actor: 'system' }
  return prepare({ id, type, data, meta })
}

const belongsToAnother = (prefix: string): StoreUrlError =>
  new StoreUrlError(
    prefix
      ? `KURRENTDB_STREAM_PREFIX: the streams ${prefix}… on this server belong to another installation. Set another prefix, or the MONGODB_URL of that installation`
      : `KURRENTDB_URL: the log on this server belongs to another installation. Set KURRENTDB_STREAM_PREFIX to share the server, or the MONGODB_URL of that installation`,
  )
