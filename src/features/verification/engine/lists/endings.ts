// Corrects top-level domains that do not exist: `company.con` is meant to be `company.com`.
import { parse } from 'tldts'
import { isReservedDomain } from '../reserved.js'
import { slipBetween } from './channel.js'

/** Longest typed top-level domain that is compared: no ending in the list is longer than ten letters. */
const MAX_LENGTH = 11
/** The most bits of a slip that fingers explain; in an ending of two letters, any other is chance. */
const LIKELY = 4
/** `com` with two more keys pressed, which is all that starts with it and does not exist. */
const COM_AND_MORE = /^com[a-z]{2}$/
/** Names that private networks use as top-level domains; they do not exist in public DNS, but are no typos. */
const PRIVATE: ReadonlySet<string> = new Set(['lan', 'home', 'corp', 'intranet', 'intra', 'private', 'localdomain'])

/** Whether an ending is a public suffix, or below one, by the ICANN section of the public suffix list that tldts embeds. */
export const isDelegated = (ending: string): boolean =>
  parse(`x.${ending}`, { extractHostname: false, validateHostname: false }).isIcann === true

/**
 * Creates a corrector of top-level domains that do not exist, for any domain: `company.con` is `company.com`. The typed
 * one must be one edit from an ending in the list. For an intended one of two letters the edit must be a likely typing
 * mistake, because nearly every pair of letters is one edit from several country codes.
 *
 * @param endings in order of preference; one with a dot matches only itself without the dot (`couk`)
 */
export function createEndings(endings: readonly string[]): (domain: string) => string | undefined {
  // Of some top-level domains, as of `za`, the public suffix list has second levels only.
  const existing = new Set(endings.map((each) => each.slice(each.lastIndexOf('.') + 1)))
  const joined = new Map(endings.filter((each) => each.includes('.')).map((each) => [each.replaceAll('.', ''), each]))
  const single = endings.filter((each) => !each.includes('.'))

  function intended(typed: string): string | undefined {
    const withDot = joined.get(typed)
    if (withDot !== undefined) return withDot
    if (COM_AND_MORE.test(typed)) return 'com'
    const near = single
      .filter((each) => Math.abs(each.length - typed.length) <= 1)
      .map((each) => ({ each, ...slipBetween(typed, each) }))
      .filter(({ each, edits, bits }) => edits === 1 && (each.length > 2 || bits <= LIKELY))
    return (near.find(({ bits }) => bits <= LIKELY) ?? near.toSorted((a, b) => a.bits - b.bits)[0])?.each
  }

  return (domain) => {
    const dot = domain.lastIndexOf('.')
    const typed = domain.slice(dot + 1)
    if (dot < 1 || typed.length < 2 || typed.length > MAX_LENGTH || existing.has(typed)) return undefined
    if (PRIVATE.has(typed) || isReservedDomain(typed) || isDelegated(typed)) return undefined
    const meant = intended(typed)
    return meant && `${domain.slice(0, dot)}.${meant}`
  }
}
