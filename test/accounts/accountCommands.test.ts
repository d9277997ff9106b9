// Commands of accounts while a store fails, or where something is switched off.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createEventing, type Eventing } from '../../src/eventing/eventing.js'
import { digestOf, newConfirmationToken } from '../../src/features/accounts/apiKey.js'
import { createConfirmEmail } from '../../src/features/accounts/commands/confirmEmail.js'
import { createGenerateKey } from '../../src/features/accounts/commands/generateKey.js'
import { createRevokeKey } from '../../src/features/accounts/commands/revokeKey.js'
import { createUpdateAccount } from '../../src/features/accounts/commands/updateAccount.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import { ownerOfAddresses } from '../../src/features/accounts/index.js'
import type { AccountView } from '../../src/features/accounts/queries/getAccount.js'
import { iso } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { eventually } from '../../testbed/eventually.js'
import { actor, caller } from '../../testbed/features/batchFlow.js'
import {
  ada,
  addressesKept,
  confirmationRequested,
  generated,
  keepingId,
  keyId,
  registered,
  revoked,
} from '../../testbed/given/accountEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const BEGIN = Date.UTC(2026, 10, 30)
const clock = { now: () => BEGIN }
const STREAM = `account-${ada}` as const

let directory: ReturnType<typeof tempDirectory>
let eventing: Eventing
let close: () => Promise<unknown>
beforeEach(async () => {
  directory = tempDirectory()
  const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock })
  const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const opened = await createEventing({ store, documents, projections: [], clock, log: silentLog })
  eventing = { ...opened.eventing, waitForPosition: async () => true }
  close = () => Promise.all([store.close(), documents.close()])
})
afterEach(async () => {
  await close()
  directory.remove()
})

const given = (...events: AccountEvent[]) => eventing.append(STREAM, events, actor(), 'no_stream')

describe('an account that no longer keeps addresses', () => {
  let destroyed: string[]
  let isAway: boolean
  beforeEach(async () => {
    destroyed = []
    isAway = false
    await given(registered(), addressesKept(30))
  })

  const vault = {
    async destroy(owner: string) {
      if (isAway) throw new Error('away')
      destroyed.push(owner)
    },
  } as Vault
  const keep = (days: number) =>
    createUpdateAccount({ eventing, vault, getAccount: async () => ({}) as AccountView, onAccountChanged() {} })(
      caller({ account: ada }),
      { keepAddressesDays: days },
      actor(),
    )
  const firstKey = ownerOfAddresses({ keeping: keepingId('first') })

  test.each([0, 30])('has its key destroyed by the next choice, if the vault failed: %d days', async (days) => {
    isAway = true
    await expect(keep(0)).rejects.toThrow('away')
    isAway = false
    await keep(days)
    expect(new Set(destroyed)).toEqual(new Set([firstKey]))
  })

  test('does not keep others while that key cannot be destroyed', async () => {
    isAway = true
    await expect(keep(0)).rejects.toThrow('away')
    await expect(keep(30)).rejects.toThrow('away')
    isAway = false
    await keep(30)
    expect(destroyed).toEqual([firstKey])
  })

  test('has its key until then', async () => {
    await keep(90)
    expect(destroyed).toEqual([])
  })
})

test('a link that has expired says so where no mail is sent any more', async () => {
  const token = newConfirmationToken(Buffer.alloc(32, 7))
  const { type, data } = confirmationRequested('first')
  await given(registered(), { type, data: { ...data, digest: digestOf(token) } })
  const confirm = createConfirmEmail({ eventing, clock, requestConfirmation: undefined })
  expect(await confirm({ account: ada, token }, actor())).toBe('expired')
})

describe('a key ends in this process', () => {
  const first = generated('first').data
  const owner = caller({ account: ada, key: keyId('second') })
  let ended: string[]
  let wait: () => Promise<boolean>
  beforeEach(() => {
    ended = []
    wait = async () => true
  })
  const world = () => ({
    eventing: { ...eventing, waitForPosition: () => wait() },
    clock,
    onKeyEnded: ({ digest }: { digest: string }) => void ended.push(digest),
  })
  const revokeFirst = () => createRevokeKey(world())(owner, first.key, actor())
  const never = new Promise<boolean>(() => {})

  test('as soon as it is revoked, however far the read models are behind', async () => {
    await given(registered(), generated('first'), generated('second'))
    wait = () => never
    void revokeFirst()
    await eventually(
      async () => ended,
      (digests) => digests.length > 0,
    )
    expect(ended).toEqual([first.digest])
  })

  test('as soon as it is replaced, however far the read models are behind', async () => {
    await given(registered(), generated('first'))
    wait = () => never
    const vault = { seal: async () => new Uint8Array() } as unknown as Vault
    const generate = createGenerateKey({ ...world(), vault, listKeys: async () => [] })
    void generate(caller({ account: ada, key: first.key }), { revokeCurrentAfter: 0 }, actor())
    await eventually(
      async () => ended,
      (digests) => digests.length > 0,
    )
    expect(ended).toEqual([first.digest])
  })

  test('when its revocation is repeated because the response was lost', async () => {
    await given(registered(), generated('first'), generated('second'), revoked('first', iso(BEGIN)))
    expect(await revokeFirst()).toBe('already_revoked')
    expect(ended).toEqual([first.digest])
  })
})
