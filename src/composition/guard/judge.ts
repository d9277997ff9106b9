// Decides whether the stores are those that an installation had before.
import type { GuardRecord } from '../../kernel/ports/guard.js'
import { type Position, START } from '../../kernel/position.js'

/** What was found when the stores were opened. */
export interface Found {
  /** The places of the guard record, with what they have. */
  readonly guards: readonly { readonly place: string; readonly record: GuardRecord | undefined }[]
  readonly log: {
    readonly place: string
    readonly head: Position
    /** Whether the log has the newest event of the record. */
    readonly hasNewest: boolean
  }
  readonly vault: {
    readonly place: string
    /** Whether it opens the record's check. */
    readonly opensCheck: boolean
  }
  /** The event types that this program knows, with their current versions. */
  readonly versions: ReadonlyMap<string, number>
}

export interface Problem {
  /** `shorter`: a log of the same installation lacks the newest events. Only what was lost can be accepted as lost. */
  readonly kind: 'foreign' | 'newer' | 'empty' | 'shorter' | 'vault'
  /** One line: what is wrong, and what to do. */
  readonly message: string
}

/** The first problem; undefined if there is none, or no record. Pure. */
export function judge({ guards, log, vault, versions }: Found): Problem | undefined {
  const [first, ...others] = guards.filter(({ record }) => record !== undefined)
  if (!first) return undefined
  const record = first.record!
  const foreign = others.find((other) => other.record!.installation !== record.installation)
  if (foreign) {
    const message = `${first.place} and ${foreign.place} belong to two installations: set DATA_DIR and MONGODB_URL to what belongs together`
    return { kind: 'foreign', message }
  }
  return newerProblem(record, versions) ?? logProblem(record, log) ?? vaultProblem(log, vault)
}

function newerProblem({ schemas }: GuardRecord, versions: Found['versions']): Problem | undefined {
  const newer = Object.entries(schemas).find(([type, version]) => version > (versions.get(type) ?? 0))
  if (!newer) return undefined
  const [type, version] = newer
  const known = versions.get(type)
  const what = known === undefined ? 'does not know this type of event' : `knows versions up to ${known}`
  const message = `the log has ${type} of version ${version}, and this program ${what}: start the newer mailproof that wrote it, or restore the backup from before the upgrade`
  return { kind: 'newer', message }
}

function logProblem({ newest }: GuardRecord, { place, head, hasNewest }: Found['log']): Problem | undefined {
  if (hasNewest) return undefined
  const what =
    head === START
      ? `${place} is empty, but had events up to ${newest}`
      : `${place} ends at ${head}, and does not have the event at ${newest} that it had`
  const message = `${what}: mount or restore the log that belongs to this installation. ${accepting(head)}`
  return { kind: head === START ? 'empty' : 'shorter', message }
}

function vaultProblem({ head }: Found['log'], { place, opensCheck }: Found['vault']): Problem | undefined {
  if (opensCheck) return undefined
  const message = `${place} is not the vault of this installation, which has the keys of names, URLs and uploads: restore it, together with the secret key. ${accepting(head)}`
  return { kind: 'vault', message }
}

/** How to go on without what is lost. */
const accepting = (head: Position): string =>
  `If it is lost for good, run mailproof accept-loss ${head}, which says what that means`
