// What the rest of the system requires of a vault.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { Vault } from '../../src/kernel/ports/vault.js'

export interface VaultFixture {
  readonly vault: Vault
  /** Another handle on the same keys, as in another process. */
  second(): Promise<Vault>
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
        expect(Buffer.from(each, 'base64url').includes('ada')).toBe(false)
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
  })
}
