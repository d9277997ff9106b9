// Wraps data keys with a key that is derived from the service's secret, and knows several secrets while one replaces another.
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { boundedTextBytes } from '../lmdb/bytes.js'
import { seal, unseal } from '../sealing/sealing.js'
import { type DataKey, KEY_ID_BYTES } from './sealedText.js'

export const MAX_OWNER_BYTES = 500
/** Maximum number of unwrapped keys in memory. */
const MAX_CACHED_KEYS = 10_000
const PROOF_CONTENT = Buffer.from('check')
const PROOF_CONTEXT = 'the key that wraps data keys'
const ROOT_CONTEXT = 'the root that keys are derived from'
const ROOT_PREFIX = 'root:'

/** Name of the record that proves which secret key wraps the data keys. */
export const CHECK_NAME = 'check'

/** Whether a record is a derivation root. */
export const isRootName = (name: string): boolean => name.startsWith(ROOT_PREFIX)

/** Database key under which an owner's data key is stored; unique per owner. */
export const ownerBytes = (owner: string): Buffer => boundedTextBytes(`o${owner}`, MAX_OWNER_BYTES)

/** The owner of a stored key. Owners are short, except in tests: a longer one is stored as a hash. */
export const ownerOf = (bytes: Buffer): string => bytes.toString().slice(1)

/** Id of a stored key. */
export const idOf = (stored: Buffer): Buffer => stored.subarray(0, KEY_ID_BYTES)

/** Which of the known secrets wraps a data key. */
export type KeyState = 'current' | 'previous' | 'unreadable'

/** A secret, as the vault uses it. */
interface KnownSecret {
  readonly secret: Buffer
  readonly wrappingKey: KeyObject
  /** Name of the record of the derivation root for this secret; says nothing about it. */
  readonly rootName: string
}

function knownSecret(secret: Uint8Array): KnownSecret {
  if (secret.length !== 32) throw new RangeError('The root key must have 32 bytes.')
  const derived = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
  return {
    secret: Buffer.from(secret),
    wrappingKey: createSecretKey(derived('mailproof vault: wrapping key', 32)),
    rootName: ROOT_PREFIX + derived('mailproof vault: name of the root', 8).toString('hex'),
  }
}

/**
 * Stored form of data keys: an id, then the key, wrapped (sealed) with a key that is derived from a secret with HKDF
 * (RFC 5869). New keys are wrapped for the secret that the proof was made with.
 * @param rootKey the service's secret, 32 bytes
 * @param readSecrets the secret and the one before it, if there is one, as they are now; called again when a record is met that
 * none of those known opens
 */
export function createWrapping(rootKey: Uint8Array, readSecrets: () => readonly Uint8Array[] = () => [rootKey]) {
  let known = readSecrets().map(knownSecret)
  let active = known[0]!
  let lastProof: Buffer | undefined
  const cache = new LRUCache<string, { readonly stored: Buffer; readonly dataKey: DataKey }>({ max: MAX_CACHED_KEYS })

  /** Tries every secret. @throws Error when none opens it */
  function open(context: string, sealed: Uint8Array): { readonly by: KnownSecret; readonly content: Buffer } {
    let failure: unknown
    for (let isFresh = false; ; isFresh = true) {
      for (const by of known) {
        try {
          return { by, content: unseal(by.wrappingKey, context, sealed) }
        } catch (error) {
          failure ??= error
        }
      }
      if (isFresh) throw failure
      known = readSecrets().map(knownSecret)
    }
  }

  const isCurrent = ({ rootName }: KnownSecret): boolean => rootName === known[0]!.rootName

  const sealed = (by: KnownSecret, owner: string, id: Buffer, key: Buffer): Buffer =>
    Buffer.concat([id, seal(by.wrappingKey, owner, key)])

  return {
    /** Creates a key for an owner, in its stored form. */
    create: (owner: string): Buffer => sealed(active, owner, randomBytes(KEY_ID_BYTES), randomBytes(32)),
    /** Unwraps the stored key of an owner. The cache only saves the decryption: an entry for other bytes is ignored. */
    unwrap(owner: string, stored: Uint8Array): DataKey {
      const cached = cache.get(owner)
      if (cached?.stored.equals(stored)) return cached.dataKey
      const copy = Buffer.from(stored)
      const key = createSecretKey(open(owner, copy.subarray(KEY_ID_BYTES)).content)
      const dataKey = { id: idOf(copy), key }
      cache.set(owner, { stored: copy, dataKey })
      return dataKey
    },
    /** Removes an owner's key from the cache. */
    forget: (owner: string): unknown => cache.delete(owner),
    /** Creates content that only the current secret opens; stored with the keys, it shows whether they belong to it. */
    createProof: (): Buffer => seal(known[0]!.wrappingKey, PROOF_CONTEXT, PROOF_CONTENT),
    /** Wraps new keys for the secret of this proof from now on. @throws Error if the proof was created with another secret */
    verifyProof(stored: Uint8Array): void {
      if (lastProof?.equals(stored)) return
      active = open(PROOF_CONTEXT, stored).by
      lastProof = Buffer.from(stored)
    },
    /** Whether new keys are wrapped for the current secret, and not for the one before it. */
    isActive: (): boolean => isCurrent(active),
    stateOf(owner: string, stored: Buffer): KeyState {
      try {
        return isCurrent(open(owner, stored.subarray(KEY_ID_BYTES)).by) ? 'current' : 'previous'
      } catch {
        return 'unreadable'
      }
    },
    /** The same data key, wrapped for the current secret. @throws Error when no known secret opens it */
    rewrap: (owner: string, stored: Buffer): Buffer =>
      sealed(known[0]!, owner, idOf(stored), open(owner, stored.subarray(KEY_ID_BYTES)).content),
    /** Names of the records that may hold the derivation root, in this order. */
    rootNames: (): readonly string[] => known.map(({ rootName }) => rootName),
    /**
     * The root that other keys derive from: the first secret that the installation had.
     * @param stored the first record found of `rootNames`; undefined while there has been only one secret
     */
    derivationRoot: (stored: Uint8Array | undefined): Buffer =>
      stored ? open(ROOT_CONTEXT, stored).content : active.secret,
    /** The record of the derivation root for the current secret. */
    rootRecord: (root: Buffer) => ({
      name: known[0]!.rootName,
      value: seal(known[0]!.wrappingKey, ROOT_CONTEXT, root),
    }),
  }
}

export type Wrapping = ReturnType<typeof createWrapping>
