// The manifest of a set: what it consists of, written last.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Segment } from '../../adapters/segments/format.js'
import { canonicalJson } from '../../kernel/canonicalJson.js'
import { CHAIN_START } from '../../kernel/chain.js'
import { sha256 } from '../../kernel/ids.js'
import { type Position, START } from '../../kernel/position.js'
import type { Forgotten } from '../forgetting.js'
import { BackupError } from './problem.js'

export const MANIFEST = 'manifest.json'
/** Version of the format of sets; raised when older programs can no longer read them. */
export const MANIFEST_FORMAT = 1

/** A file of the set, by its path in it. Files never change: other content has another name. */
export interface SetFile {
  readonly file: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

export type SegmentFile = Segment & SetFile

export interface BlobFile extends SetFile {
  readonly name: string
}

/** An erasure that the log, or a later part of it, has. */
interface ErasedAccount {
  readonly account: string
  readonly position: Position
}

/** What was forgotten on behalf of an address's owner, according to the log, or a later part of it. */
type ForgottenThing = Forgotten & { readonly position: Position }

/** The log up to the cut. */
export interface LogPart {
  /** Position of the last event, its id, and when it was recorded (ISO 8601). */
  readonly position: Position
  readonly lastId: string | null
  readonly time: string | null
  readonly events: number
  /** The chain's link after the last event; see kernel/chain.ts. */
  readonly link: string
  readonly segments: readonly SegmentFile[]
}

export interface Manifest {
  readonly format: number
  /** Version of the program that wrote the set. */
  readonly program: string
  /** The id of the first event, which only this log has; null while the log is empty. */
  readonly installation: string | null
  /** When the cut was made, ISO 8601, by the clock of the machine. */
  readonly at: string
  readonly log: LogPart
  readonly vault: SetFile & { readonly keys: number }
  readonly secret: {
    /** What only the secret key of this set opens; base64. */
    readonly checks: readonly string[]
    /** The secret key itself, if it was requested. */
    readonly file: SetFile | null
  }
  readonly blobs: readonly BlobFile[]
  readonly records: SetFile & { readonly documents: number }
  /** Every erasure up to the end of the backup, which is after the cut. */
  readonly erased: readonly ErasedAccount[]
  /** The same of what was forgotten; absent from sets of earlier releases. */
  readonly forgotten?: readonly ForgottenThing[]
}

export const EMPTY_LOG: LogPart = {
  position: START,
  lastId: null,
  time: null,
  events: 0,
  link: CHAIN_START,
  segments: [],
}

/** All files of the set but the manifest. */
export const filesOf = ({ log, vault, secret, blobs, records }: Manifest): readonly SetFile[] => [
  ...log.segments,
  vault,
  records,
  ...blobs,
  ...(secret.file ? [secret.file] : []),
]

export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: digestOf(manifest) }, undefined, 1)}\n`

const digestOf = (manifest: object): string => sha256(canonicalJson(manifest))

/**
 * The manifest of the set in a directory; undefined where there is none.
 * @throws BackupError when it is damaged, was edited, or is of a newer format
 */
export async function readManifest(directory: string): Promise<Manifest | undefined> {
  const path = join(directory, MANIFEST)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const { sha256: digest, ...manifest } = parse(path, text)
  if (typeof manifest.format === 'number' && manifest.format > MANIFEST_FORMAT) {
    throw new BackupError(
      `${path} has format ${manifest.format}, but this program reads formats up to ${MANIFEST_FORMAT}: use the newer mailproof (${manifest.program}) that wrote it`,
    )
  }
  if (digest !== digestOf(manifest)) {
    throw new BackupError(`${path} is not what the backup wrote: it was edited or damaged. Use another copy of the set`)
  }
  return manifest as unknown as Manifest
}

function parse(path: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new BackupError(`${path} cannot be parsed: it was truncated or damaged. Use another copy of the set`)
}

/** What a failure of a backup means for the set that is there, as the end of a sentence. */
export const consequenceFor = (previous: Manifest | undefined): string =>
  previous ? `; the backup of ${previous.at} is still complete` : ''
