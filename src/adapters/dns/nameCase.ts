/**
 * Whether one server repeats questions in the case they were asked in, so that case can be mixed to tell its answers
 * from forged ones. It is given up for a server by what somebody off the path cannot forge: one answer over TCP, or
 * several in a row over UDP, each of which had the right port and id.
 */
export interface NameCase {
  /** Whether queries to the server mix case, and its answers have to repeat it. */
  isMixed(): boolean
  /** An answer over UDP repeated the case. */
  preserved(): void
  /** An answer was right but for the case. @returns whether case counts no longer */
  changed(over: 'udp' | 'tcp'): boolean
}

/** Answers over UDP in a row. */
const CONFIRMATIONS = 4
/** Milliseconds until case is tried again: the server may have been replaced. */
const GIVEN_UP_FOR = 3_600_000

/** @param givenUp called once, the first time that case is given up */
export function createNameCase(givenUp: () => void, now: () => number = () => performance.now()): NameCase {
  let inARow = 0
  let until = 0
  let everGivenUp = false

  function giveUp(): void {
    until = now() + GIVEN_UP_FOR
    inARow = 0
    if (!everGivenUp) givenUp()
    everGivenUp = true
  }

  const isMixed = () => until === 0 || now() >= until

  return {
    isMixed,
    preserved() {
      inARow = 0
    },
    changed(over) {
      if (isMixed() && (over === 'tcp' || ++inARow >= CONFIRMATIONS)) giveUp()
      return !isMixed()
    },
  }
}
