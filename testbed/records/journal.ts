/** The expected state of one account, from the responses to its client. */
export interface AccountNotes {
  /** Keys that were issued and not deleted; with their ids if known. */
  readonly keys: Map<string, string | undefined>
  /** Keys whose deletion was acknowledged. */
  readonly deleted: Set<string>
  /** The charge of each acknowledged verification, by request id. */
  readonly verified: Map<string, number>
  /** The maximum charge of verifications without a response. */
  inDoubt: number
  /** Verifications without a response. */
  unanswered: number
}

/**
 * The client's own record of every response. A service must still have it after a kill; anything unacknowledged may
 * or may not exist.
 */
export function createJournal() {
  const accounts = new Map<string, AccountNotes>()
  const problems: string[] = []
  const notesOf = (account: string): AccountNotes => accounts.get(account)!

  return {
    accounts: accounts as ReadonlyMap<string, AccountNotes>,
    /** Responses that must never be given. */
    problems,
    accountMade: (account: string, key: string): void =>
      void accounts.set(account, {
        keys: new Map([[key, undefined]]),
        deleted: new Set(),
        verified: new Map(),
        inDoubt: 0,
        unanswered: 0,
      }),
    keyMade: (account: string, key: string, id: string): void => void notesOf(account).keys.set(key, id),
    /** Before the deletion is requested: until it is acknowledged the key may work or not. */
    deletionRequested: (account: string, key: string): void => void notesOf(account).keys.delete(key),
    keyDeleted: (account: string, key: string): void => void notesOf(account).deleted.add(key),
    verified(account: string, requestId: string, charged: number): void {
      const { verified } = notesOf(account)
      if (verified.has(requestId)) problems.push(`two answers carry the request id ${requestId}`)
      verified.set(requestId, charged)
    },
    verificationLost(account: string, atMost: number): void {
      const notes = notesOf(account)
      notes.inDoubt += atMost
      notes.unanswered++
    },
  }
}

export type Journal = ReturnType<typeof createJournal>
