// Stores the versions of the domain lists that an installation has, and which of them is current.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sha256 } from '../../../kernel/ids.js'
import type { Change, CollectionDefinition, DocumentStore, Stored } from '../../../kernel/ports/documentStore.js'
import { next, type Position, START } from '../../../kernel/position.js'
import type { ListSource } from '../engine/lists/file.js'
import type { Candidate } from './update/candidate.js'

/** Which versions an installation has. A version of null is the one that ships with the program. */
export type ListState = {
  readonly current: string | null
  /** The version before; absent if there is none to go back to. */
  readonly previous?: { readonly version: string | null }
  /** When a source was last checked, or installed. ISO 8601. */
  readonly checkedAt?: string
  /** The version that was rolled back: an automatic update does not install it again. */
  readonly withdrawn?: string
  /** Whether that version is still the newest, as far as is known. */
  readonly superseded?: boolean
  /** Why the last update failed, if it did. */
  readonly failure?: { readonly at: string; readonly kind: 'refused' | 'unreachable'; readonly reason: string }
}

export type ListVersion = {
  readonly version: string
  readonly sources: readonly ListSource[]
  readonly domains: number
  readonly installedAt: string
  readonly sha256: string
  readonly chunks: number
}

const STATES = { name: 'list_state' }
const VERSIONS = { name: 'list_versions' }
const CONTENTS = { name: 'list_contents' }

/** The collections of the store. The state names a version that is whole in the others. */
export const listCollections: readonly CollectionDefinition[] = [STATES, VERSIONS, CONTENTS]

export interface LoadedState {
  readonly state: ListState
  /** For `replace`: undefined if there was none. */
  readonly position: Position | undefined
}

/** What is stored of a version is not what was installed. */
export class DamagedLists extends Error {
  override readonly name = 'DamagedLists'
}

const STATE = 'state'
/** Characters of base64 in one document. */
const CHUNK_LENGTH = 400_000

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export type ListStore = ReturnType<typeof createListStore>

/**
 * The versions of the lists that an installation has, shared by its processes. A version is written whole before the state
 * names it, and the state is replaced by compare-and-set. Rejects with StoreUnavailable when the store cannot answer.
 */
export function createListStore({ documents }: { readonly documents: DocumentStore }) {
  const states = documents.collection<ListState>(STATES)
  const versions = documents.collection<ListVersion>(VERSIONS)
  const contents = documents.collection<{ readonly data: string }>(CONTENTS)

  const chunkIds = ({ version, chunks }: Pick<ListVersion, 'version' | 'chunks'>) =>
    Array.from({ length: chunks }, (_, index) => `${version}/${index}`)

  return {
    async load(): Promise<LoadedState> {
      const stored = await states.get(STATE)
      return { state: stored?.document ?? { current: null }, position: stored?.position }
    },

    /** @returns false if another process has replaced the state since it was loaded */
    async replace({ position }: LoadedState, state: ListState): Promise<boolean> {
      const change = {
        id: STATE,
        position: next(position ?? START),
        document: state,
        ...(position && { expected: position }),
      }
      return (await states.write([change])).length === 0
    },

    describe: async (version: string): Promise<ListVersion | undefined> => (await versions.get(version))?.document,

    /** Writes a version. Idempotent. */
    async write({ version, sources, domains, content }: Candidate, installedAt: string): Promise<void> {
      const text = (await compress(content)).toString('base64')
      const chunks = Math.ceil(text.length / CHUNK_LENGTH)
      const ids = chunkIds({ version, chunks })
      const data = ids.map((_, index) => ({ data: text.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH) }))
      await contents.write(changes(ids, await contents.getMany(ids), data))
      const described = { version, sources, domains, installedAt, sha256: sha256(content), chunks }
      await versions.write(changes([version], await versions.getMany([version]), [described]))
    },

    /** The list file of a version. @throws DamagedLists */
    async read(version: string): Promise<Buffer> {
      const described = (await versions.get(version))?.document
      if (!described) throw new DamagedLists(`the lists ${version} are missing`)
      const found = await contents.getMany(chunkIds(described))
      const text = found.map((chunk) => chunk?.document?.data ?? '').join('')
      const content = await decompress(Buffer.from(text, 'base64')).catch(() => undefined)
      if (!content || sha256(content) !== described.sha256) throw new DamagedLists(`the lists ${version} are damaged`)
      return content
    },

    /** Deletes a version. Idempotent. */
    async remove(version: string): Promise<void> {
      const [stored] = await versions.getMany([version])
      if (!stored?.document) return
      const ids = chunkIds(stored.document)
      await versions.write(changes([version], [stored], [null]))
      await contents.write(
        changes(
          ids,
          await contents.getMany(ids),
          ids.map(() => null),
        ),
      )
    },
  }
}

/** Changes of documents that were read just before. */
const changes = <D extends object>(
  ids: readonly string[],
  before: readonly (Stored<D | null> | undefined)[],
  documents: readonly (D | null)[],
): Change<D & Record<string, unknown>>[] =>
  ids.map((id, index) => {
    const position = before[index]?.position
    const document = documents[index] as (D & Record<string, unknown>) | null
    return { id, position: next(position ?? START), document, ...(position && { expected: position }) }
  })
