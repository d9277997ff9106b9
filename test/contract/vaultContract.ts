// What the rest of the system requires of a vault.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { collect } from '../../testbed/given/events.js'

export interface VaultFixture {
  readonly vault: Vault
  /** Another handle on the same keys, as in another process. */
  second(): Promise<Vault>
  /** The secret key of both. */
  readonly secret: Buffer
  /** Number of keys of which a rotation needs several pages. */
  readonly manyKeys: number
  /** Another handle, which knows these secret keys. */
  withSecrets(read: () => readonly Buffer[]): Promise<Vault>
  dispose(): Promise<void>
}

/** What the rest of the system requires of a vault. */
export function vaultContract(adapter: string, make: () => Promise<VaultFixture>): void {
  describe(`vault: ${adapter}`, () => {
    let fixture: VaultFixture
    let vault: Vault
    beforeEach(async () => {
      fixture = await make()
      vault = fixture.vault
    })
    afterEach(() => fixture.dispose())

    test('opens what it sealed', async () => {
      for (const text of ['', 'ada@example.com', '\u0000\r\n', 'é😀', 'x'.repeat(1_000_000)]) {
        expect(await vault.open('ada', await vault.seal('ada', text))).toBe(text)
      }
    })

    test('sealed text is base64url, never the same twice, and reveals only the length', async () => {
      const sealed = await Promise.all(Array.from({ length: 100 }, () => vault.seal('ada', 'ada@example.com')))
      expect(new Set(sealed).size).toBe(100)
      for (const each of sealed) {
        expect(each).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(Buffer.from(each, 'base64url').includes('ada@example.com')).toBe(false)
      }
    })

    test('derives one key per owner and purpose, the same in every process', async () => {
      const other = await fixture.second()
      const key = await vault.deriveKey('ada', 'addresses')
      expect(key).toHaveLength(32)
      expect(await other.deriveKey('ada', 'addresses')).toEqual(key)
      for (const differs of [vault.deriveKey('bob', 'addresses'), vault.deriveKey('ada', 'others')])
        expect(await differs).not.toEqual(key)
      await vault.seal('ada', 'secret')
      expect(await vault.deriveKey('ada', 'addresses')).toEqual(key)
    })

    test('derives another key once the data key was destroyed', async () => {
      const key = await vault.deriveKey('ada', 'addresses')
      await vault.destroy('ada')
      expect(await vault.deriveKey('ada', 'addresses')).not.toEqual(key)
    })

    test('another owner cannot open it', async () => {
      const sealed = await vault.seal('ada', 'secret')
      await vault.seal('bob', 'something')
      await expect(vault.open('bob', sealed)).rejects.toThrow(Error)
      expect(await vault.open('unknown', sealed)).toBeUndefined()
    })

    test('a modified text is an Error', async () => {
      const sealed = Buffer.from(await vault.seal('ada', 'secret'), 'base64url')
      for (let index = 0; index < sealed.length; index++) {
        const changed = Buffer.from(sealed)
        changed[index]! ^= 1
        await expect(vault.open('ada', changed.toString('base64url'))).rejects.toThrow(Error)
      }
    })

    test('a truncated, extended or never sealed text is an Error', async () => {
      const sealed = await vault.seal('ada', 'secret')
      for (const text of [
        '',
        'x',
        sealed.slice(0, -1),
        sealed.slice(0, 20),
        `${sealed}A`,
        `${sealed}AAAA`,
        `${sealed}=`,
        ` ${sealed}`,
        'é',
      ]) {
        await expect(vault.open('ada', text)).rejects.toThrow(Error)
      }
    })

    test('nothing of an owner can be opened once the key is destroyed, and others are unaffected', async () => {
      const [ada, bob] = [await vault.seal('ada', 'ada'), await vault.seal('bob', 'bob')]
      await vault.destroy('ada')
      expect(await vault.open('ada', ada)).toBeUndefined()
      expect(await vault.open('bob', bob)).toBe('bob')
    })

    test("text sealed before the key was destroyed cannot be opened with the owner's new key", async () => {
      const before = await vault.seal('ada', 'before')
      await vault.destroy('ada')
      const after = await vault.seal('ada', 'after')
      expect(await vault.open('ada', before)).toBeUndefined()
      expect(await vault.open('ada', after)).toBe('after')
    })

    test('destroying a missing key is not an error', async () => {
      await expect(vault.destroy('unknown')).resolves.toBeUndefined()
    })

    test('two handles that seal first concurrently use one key', async () => {
      const other = await fixture.second()
      for (let round = 0; round < 20; round++) {
        const owner = `owner${round}`
        const [one, two] = await Promise.all([vault.seal(owner, 'one'), other.seal(owner, 'two')])
        expect([await vault.open(owner, two), await other.open(owner, one)]).toEqual(['two', 'one'])
      }
    })

    test('a key that one handle destroyed is gone for the other, which had cached it', async () => {
      const other = await fixture.second()
      const sealed = await vault.seal('ada', 'secret')
      expect(await other.open('ada', sealed)).toBe('secret')
      await vault.destroy('ada')
      expect(await other.open('ada', sealed)).toBeUndefined()
    })

    test('separates owners of any name', async () => {
      const owners = [
        '',
        'a',
        'a\u0000',
        '\ud800',
        '\udbff',
        '\ufffd',
        '__proto__',
        'x'.repeat(2_000),
        `${'x'.repeat(1_999)}y`,
      ]
      const sealed = await Promise.all(owners.map((owner) => vault.seal(owner, owner)))
      for (const [index, owner] of owners.entries())
        expect(await vault.open(owner, sealed[index]!)).toBe(Buffer.from(owner).toString())
      await vault.destroy(owners[7]!)
      expect(await vault.open(owners[8]!, sealed[8]!)).toBe(owners[8])
    })

    test('an open vault is ready; a closed one rejects calls', async () => {
      await expect(vault.ready()).resolves.toBeUndefined()
      const sealed = await vault.seal('ada', 'secret')
      await vault.close()
      for (const attempt of [
        () => vault.seal('ada', 'x'),
        () => vault.open('ada', sealed),
        () => vault.destroy('ada'),
        () => vault.ready(),
      ]) {
        await expect(attempt()).rejects.toThrow(StoreUnavailable)
      }
      await expect(vault.close()).resolves.toBeUndefined()
    })

    test('records have every key as it is stored, and no secret', async () => {
      const sealed = await vault.seal('ada', 'secret')
      await vault.seal('bob', 'other')
      await vault.destroy('bob')
      const records = await collect(vault.records())
      expect(records.map(({ kind }) => kind).sort()).toEqual(['check', 'destroyed', 'key'])
      expect(records.find(({ kind }) => kind === 'key')?.id).toBe(Buffer.from('oada').toString('base64'))
      expect(JSON.stringify(records)).not.toContain(fixture.secret.toString('base64'))
      expect(await vault.open('ada', sealed)).toBe('secret')
    })

    describe('a rotation of the secret key', () => {
      const next = Buffer.alloc(32, 9)
      let owners: string[]
      beforeEach(() => {
        owners = Array.from({ length: fixture.manyKeys }, (_, index) => `owner-${index}`)
      })
      async function sealAll(): Promise<string[]> {
        const sealed: string[] = []
        for (const owner of owners) sealed.push(await vault.seal(owner, owner))
        return sealed
      }
      const ignore = () => {}

      test('wraps every key with the new one, which alone opens them then; the derivation root stays', async () => {
        const sealed = await sealAll()
        const root = await vault.derivationRoot()
        const rotating = await fixture.withSecrets(() => [next, fixture.secret])
        expect(await rotating.inspect()).toEqual({ current: 0, previous: owners.length, unreadable: 0 })
        // Until the rotation, every process can read what this one creates.
        const early = await rotating.seal('early', 'bird')
        expect(await vault.open('early', early)).toBe('bird')
        expect(await rotating.rewrap(ignore)).toEqual({ current: owners.length + 1, previous: 0, unreadable: 0 })
        const after = await fixture.withSecrets(() => [next])
        for (const [index, owner] of owners.entries()) expect(await after.open(owner, sealed[index]!)).toBe(owner)
        expect(await after.open('early', early)).toBe('bird')
        expect(await after.derivationRoot()).toEqual(root)
        await expect(fixture.withSecrets(() => [fixture.secret])).rejects.toThrow(/was created with another secret key/)
        // Again, from a key that was not the first.
        const third = Buffer.alloc(32, 10)
        const again = await fixture.withSecrets(() => [third, next])
        await again.rewrap(ignore)
        expect(await (await fixture.withSecrets(() => [third])).derivationRoot()).toEqual(root)
      })

      test('that is interrupted keeps the old key necessary, and resumes', async () => {
        const sealed = await sealAll()
        const rotating = await fixture.withSecrets(() => [next, fixture.secret])
        const killed = rotating.rewrap(() => {
          throw new Error('killed')
        })
        await expect(killed).rejects.toThrow('killed')
        await expect(fixture.withSecrets(() => [next])).rejects.toThrow(
          /has not been completed: set SECRET_KEY_PREVIOUS/,
        )
        const resumed = await fixture.withSecrets(() => [next, fixture.secret])
        expect((await resumed.inspect()).previous).toBeGreaterThan(0)
        expect(await resumed.rewrap(ignore)).toEqual({ current: owners.length, previous: 0, unreadable: 0 })
        expect(await (await fixture.withSecrets(() => [next])).open(owners[0]!, sealed[0]!)).toBe(owners[0])
      })

      test('is followed by a handle that reads its secret keys again', async () => {
        let secrets = [fixture.secret]
        const service = await fixture.withSecrets(() => secrets)
        const sealed = await service.seal('ada', 'secret')
        secrets = [next, fixture.secret]
        await (await fixture.withSecrets(() => secrets)).rewrap(ignore)
        secrets = [next]
        expect(await service.open('ada', sealed)).toBe('secret')
        const created = await service.seal('bob', 'new')
        expect(await (await fixture.withSecrets(() => [next])).open('bob', created)).toBe('new')
      })

      test('does not bring back a key that is destroyed meanwhile', async () => {
        const sealed = await sealAll()
        const rotating = await fixture.withSecrets(() => [next, fixture.secret])
        let destroyed: Promise<void> | undefined
        await rotating.rewrap(() => {
          destroyed ??= Promise.all(owners.slice(-5).map((owner) => rotating.destroy(owner))).then(() => {})
        })
        await destroyed
        const after = await fixture.withSecrets(() => [next, fixture.secret])
        expect(await after.open(owners.at(-1)!, sealed.at(-1)!)).toBeUndefined()
        expect((await after.inspect()).previous).toBe(0)
      })
    })
  })
}
