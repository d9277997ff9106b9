// The events of rules and lists.
import type { DomainEvent } from '../../kernel/envelope.js'

/** One of an account's own lists. */
export type ListName = 'allow' | 'deny'

/** Stream `rules-<account>`. Rules are sealed: their names and messages are texts of people. */
export type RulesDraftPut = DomainEvent<'RulesDraftPut', { readonly account: string; readonly rules: string }>

/** The draft is live, as a new version. The versions of an account count from 1. */
export type RulesActivated = DomainEvent<
  'RulesActivated',
  {
    readonly account: string
    readonly version: number
    /** The whole set, sealed. */
    readonly rules: string
    /** Number of rules. */
    readonly count: number
  }
>

/** An earlier version is live again; 0 = no rules. */
export type RulesRolledBack = DomainEvent<'RulesRolledBack', { readonly account: string; readonly version: number }>

/** Entries of a list, by the id under which `ListPut` names them. */
export interface ListEntries {
  readonly id: string
  /** Number of `ListChunkPut`, in the stream `list-<id>`. */
  readonly chunks: number
  readonly domains: number
  readonly addresses: number
}

/** Stream `rules-<account>`. A list has other entries, all at once. */
export type ListPut = DomainEvent<
  'ListPut',
  {
    readonly account: string
    readonly list: ListName
    readonly entries: ListEntries
    /** What the list had before, which is deleted from read models. Absent if that was nothing. */
    readonly replaced?: ListEntries
  }
>

/** Stream `list-<id>`: entries that take effect with `ListPut`. */
export type ListChunkPut = DomainEvent<
  'ListChunkPut',
  {
    readonly account: string
    readonly id: string
    /** From 0. */
    readonly chunk: number
    /** A-labels, in order; with `*.` before it, for every name below it. */
    readonly domains: readonly string[]
    /** Keyed hashes of canonical addresses (`HashAddress`), in order: seven base64url digits each. */
    readonly addresses: string
  }
>

export type RulesEvent = RulesDraftPut | RulesActivated | RulesRolledBack | ListPut
